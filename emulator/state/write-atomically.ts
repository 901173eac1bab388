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
 * Writes a file for its owner's eyes only; a reader, or a crash, sees the old or the new one, never half.
 * Synchronous on purpose: no answer may overtake its own state.
 */
export function writeAtomically(file: string, text: string): void {
  replace(file, text, fsyncSync);
}

/** The same of what the next start makes anew where a crash has lost it: nobody waits for the disk. */
export function writeForNow(file: string, text: string): void {
  replace(file, text, () => undefined);
}

function replace(file: string, text: string, keep: (handle: number) => void): void {
  makeFolder(dirname(file), 0o700);
  // A name that nobody can guess, and only where nothing is: a planted link would be written through.
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

/** What follows the name of the file. */
const draftEnd = /^\.\d+-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

/**
 * Removes what forges that were killed had begun to write beside a file, which may hold a login.
 * Only for whoever has the lock of the state: another forge would lose what it is writing now.
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
    // A folder that is not there yet is made with the file; one that may not be listed is said when the file is written.
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
