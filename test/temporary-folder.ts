import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes a folder that ends with the test. @param name how its own name begins, for whoever finds one that is left */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `gatehouse-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
