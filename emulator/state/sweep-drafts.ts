import { lstatSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../../src/shared/error-code.ts";

const draftEnd = /^\.\d+-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

/**
 * Removes drafts that killed forge processes left next to a file. The drafts may contain a login.
 * The caller must have locked the state; otherwise this function could delete a draft that another
 * process is writing.
 */
export function sweepDrafts(file: string): void {
  const [folder, name] = [dirname(file), basename(file)];
  for (const each of listFolder(folder)) {
    if (!each.startsWith(name) || !draftEnd.test(each.slice(name.length))) continue;
    const path = join(folder, each);
    const found = lstatSync(path);
    if (!found.isFile() || found.uid !== (process.getuid?.() ?? found.uid)) continue;
    rmSync(path);
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // A missing folder has no drafts: it is created with the file. Any other error is thrown.
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
