import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./error-code.ts";

/**
 * Creates a directory and its missing parents. Node's recursive mkdir is not used: it never returns
 * below a directory that reports ENOENT for every new entry, as /proc does.
 * @throws the file system's error
 */
export function makeFolder(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (isFolder(folder)) return;
    const above = dirname(folder);
    const isMissing = codeOf(error) === "ENOENT";
    if (!isMissing || above === folder) throw error;
    makeFolder(above, mode);
    makeLast(folder, mode);
  }
}

/**
 * Creates the last directory, whose parent now exists. Another process may already have created it.
 */
function makeLast(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
