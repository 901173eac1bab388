import { readdirSync, rmSync, rmdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { lockFile } from "../../shared/file-lock.ts";

/**
 * Lists the files of one control plane in the state directory, except for the journal of its
 * removal.
 */
export function listMachineFiles(journalFile: string): string[] {
  return listFolder(dirname(journalFile)).filter(
    (name) => name.endsWith(".json") && name !== basename(journalFile),
  );
}

const journals = ["setup", "rotate", "exposed"];

/**
 * Prevents other commands on this control plane from running, because they could recreate removed
 * items.
 *
 * @throws Locked while another command is running
 */
export function lockMachine(journalFile: string): { readonly release: () => void } {
  const held: ReturnType<typeof lockFile>[] = [];
  const release = () => held.forEach((lock) => lock.release());
  try {
    for (const name of journals) held.push(lockFile(join(dirname(journalFile), `${name}.json`)));
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

export function deleteMachineFiles(journalFile: string, files: readonly string[]): void {
  for (const name of files) rmSync(join(dirname(journalFile), basename(name)), { force: true });
}

export function deleteRemovalJournal(journalFile: string): void {
  rmSync(journalFile, { force: true });
}

/** Deletes the directories of the repository, its owner and its host if they are empty. */
export function dropEmptyFolders(journalFile: string): void {
  let folder = dirname(journalFile);
  for (let level = 0; level < 3; level += 1) {
    if (!dropFolder(folder)) return;
    folder = dirname(folder);
  }
}

function dropFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    // Best effort: a directory that is in use or contains other files is not deleted.
    return false;
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    // The directory does not exist until something is stored.
    return [];
  }
}
