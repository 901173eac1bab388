import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { programFolder } from "./build-for-run.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Directory of the builds of one vitest run, shared by all its test files. */
    runFolder: string;
  }
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Creates a directory for the run as global set-up of vitest. It is deleted after the run, and
 * emptied when a watched file has changed.
 */
export default function openRunFolder(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-run-"));
  // Builds in the directory can resolve the packages that are not bundled.
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "built"));
  // Workers inherit this environment, so printed commands of their programs are on the PATH.
  process.env["PATH"] = [programFolder(folder), process.env["PATH"]].join(delimiter);
  project.provide("runFolder", folder);
  project.onTestsRerun(() => {
    for (const name of readdirSync(join(folder, "built"))) {
      rmSync(join(folder, "built", name), { recursive: true });
    }
  });
  return () => rmSync(folder, { recursive: true, force: true });
}
