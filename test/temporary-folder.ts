import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Creates a directory that is deleted after the test.
 * @param name prefix of its name, which identifies leftovers
 */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `gatehouse-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
