import { readdirSync, rmSync, rmdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { lockFile } from "../../shared/file-lock.ts";

/** What the state folder keeps of one control plane, besides the journal of its removal. */
export function listMachineFiles(journalFile: string): string[] {
  return listFolder(dirname(journalFile)).filter(
    (name) => name.endsWith(".json") && name !== basename(journalFile),
  );
}

const journals = ["setup", "rotate", "exposed"];

/**
 * Keeps every other run on this control plane away meanwhile: what is removed would be made again.
 * @throws Locked while one is under way
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

/** Deletes these files of the control plane's folder. */
export function deleteMachineFiles(journalFile: string, files: readonly string[]): void {
  for (const name of files) rmSync(join(dirname(journalFile), basename(name)), { force: true });
}

/** Takes away the journal of a removal that has nothing more to do. */
export function deleteRemovalJournal(journalFile: string): void {
  rmSync(journalFile, { force: true });
}

/** The folders of the repository, its owner and its host, as far as nothing is in them. */
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
    // Best effort: what is in it, or in somebody's use, is another's.
    return false;
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    // As long as nothing was kept, there is no folder.
    return [];
  }
}
