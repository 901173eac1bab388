import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the built program has its name: on the PATH of all tests, so that what it prints begins with that. */
export function programFolder(runFolder: string = inject("runFolder")): string {
  return join(runFolder, "built/program/bin");
}

/**
 * Builds what stands in the tree now, once for all test files of a run.
 * @param build writes into the empty folder that it is given
 * @returns the folder of what was built
 */
export async function buildForRun(
  name: string,
  build: (folder: string) => Promise<unknown>,
): Promise<string> {
  const built = join(inject("runFolder"), "built");
  const found = join(built, name);
  if (readdirSync(built).includes(name)) return found;
  const draft = mkdtempSync(join(built, `${name}-`));
  await build(draft);
  try {
    renameSync(draft, found);
  } catch {
    // Another test file was as fast, and has built the same.
    rmSync(draft, { recursive: true, force: true });
  }
  return found;
}
