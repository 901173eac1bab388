import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../../src/shared/processes.ts";

/**
 * Removes the temporary folders of killed forge processes. The folder names contain the process ID.
 */
export function sweepLeftovers(folder: string): void {
  for (const name of listNames(folder)) {
    const pid = /^forge-(?:job|cli)-(\d+)-\w+$/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(folder, name);
    try {
      const found = lstatSync(path);
      if (!found.isDirectory() || found.uid !== process.getuid?.()) continue;
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Best effort: another forge may remove the folders at the same time.
    }
  }
}

/** Best effort: a folder that is missing or cannot be read contains nothing to remove. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
