import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { programFolder } from "./build-for-run.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** What one run of vitest builds, for all its test files. */
    runFolder: string;
  }
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The global set-up of vitest: a folder that ends with the run, and is empty again when a watched file has changed. */
export default function openRunFolder(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-run-"));
  // What is built there finds the packages that are not part of a bundle.
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "built"));
  // Workers start with this environment: who types what a program of theirs printed finds it.
  process.env["PATH"] = [programFolder(folder), process.env["PATH"]].join(delimiter);
  project.provide("runFolder", folder);
  project.onTestsRerun(() => {
    for (const name of readdirSync(join(folder, "built"))) {
      rmSync(join(folder, "built", name), { recursive: true });
    }
  });
  return () => rmSync(folder, { recursive: true, force: true });
}
