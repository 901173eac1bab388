import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../../src/shared/make-folder.ts";
import { codeOf } from "../../src/shared/error-code.ts";

/**
 * Writes a file that only its owner can read. After a crash or during the write, the file has
 * either the old or the new content. Synchronous on purpose: no response may be sent before its
 * state is stored.
 */
export function writeAtomically(file: string, text: string): void {
  replace(file, text, fsyncSync);
}

/**
 * Writes a file that the next start can recreate, so the function does not wait until the data is
 * on disk.
 */
export function writeForNow(file: string, text: string): void {
  replace(file, text, () => undefined);
}

function replace(file: string, text: string, keep: (handle: number) => void): void {
  makeFolder(dirname(file), 0o700);
  // The name is unpredictable and the file is created exclusively. Otherwise, a planted link could
  // redirect the write.
  const draft = `${file}.${process.pid}-${randomUUID()}.tmp`;
  const handle = openSync(draft, "wx", 0o600);
  try {
    try {
      writeFileSync(handle, text);
      keep(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

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
