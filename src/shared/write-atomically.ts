import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder.ts";

/**
 * Writes a file that only its owner can read. After a crash or during the write, the file has
 * either the old or the new content. Synchronous on purpose: its callers
 * hold a lock, or must not respond before the text is stored.
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
