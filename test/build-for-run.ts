import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns the directory of the built program, which is on the PATH of all tests, so that printed
 * commands begin with its name.
 */
export function programFolder(runFolder: string = inject("runFolder")): string {
  return join(runFolder, "built/program/bin");
}

/**
 * Builds the current tree once for all test files of a run.
 * @param build writes into the empty directory that it receives
 * @returns the directory of the build
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
    // Another test file finished the same build first.
    rmSync(draft, { recursive: true, force: true });
  }
  return found;
}
