import { randomUUID } from "node:crypto";
import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { UserError, exitCode } from "./errors.ts";
import { explainUnwritable } from "./json-file.ts";
import { makeFolder } from "./make-folder.ts";
import { isRunning } from "./processes.ts";
import { readOwnFile } from "./read-own-file.ts";
import { codeOf } from "./error-code.ts";

/** Another process is working on the same files. */
export class Locked extends UserError {
  readonly exitCode = exitCode.incomplete;

  constructor(path: string, pid: number) {
    super(`Another gatehouse process (PID ${pid}) is using ${path}.`, [
      { text: "Wait until it exits, or stop it; then run the same command again" },
      { text: `If process ${pid} is not gatehouse, delete ${path}.lock first` },
    ]);
  }
}

export interface Lock {
  /** Does nothing if another process now holds the lock. */
  release(): void;
}

/**
 * Locks a file with a lock file next to it. Replaces a lock whose process no longer runs, for
 * example after it was killed.
 * @throws Locked; Planted; Incomplete if the lock cannot be written
 */
export function lockFile(path: string): Lock {
  const lock = `${path}.lock`;
  const id = randomUUID();
  const word = `${process.pid} ${id}\n`;
  try {
    makeFolder(dirname(lock), 0o700);
    acquire(path, { lock, word, own: `${lock}.${id}` });
  } catch (error) {
    throw explainUnwritable(lock, error);
  }
  return { release: () => release(lock, word) };
}

/**
 * Writes the complete lock under another name before linking it, so that every lock names its
 * process.
 */
function acquire(path: string, { lock, word, own }: { lock: string; word: string; own: string }) {
  try {
    writeFileSync(own, word, { mode: 0o600, flag: "wx" });
    while (!putInLocation(own, lock)) {
      const found = readWord(lock);
      const holder = holderOf(found);
      if (holder !== undefined && isAlive(holder)) throw new Locked(path, holder);
      // Otherwise, another process has replaced the stale lock since it was read.
      if (readWord(lock) === found) removeStale(lock, own);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function release(lock: string, word: string): void {
  try {
    if (readOwnFile(lock) === word) rmSync(lock);
  } catch {
    // Best effort: the lock of an exited process does not block other processes.
  }
}

/** Links the lock; returns false if another lock exists. */
function putInLocation(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes a stale lock by moving it, because only one of several processes can succeed. If the
 * moved lock is in fact a new lock of another process, it is restored.
 */
function removeStale(lock: string, own: string): void {
  const moved = `${own}.stale`;
  try {
    renameSync(lock, moved);
    const holder = holderOf(readWord(moved));
    if (holder !== undefined && isAlive(holder)) putInLocation(moved, lock);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}

/** Returns the text of a lock, which differs for each lock; undefined if it does not exist. */
function readWord(lock: string): string | undefined {
  try {
    return readOwnFile(lock);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function holderOf(word = ""): number | undefined {
  const pid = Number(word.split(" ")[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/**
 * Returns whether a lock's process still runs. A lock with our own PID is from an earlier process,
 * because containers reuse low PIDs.
 */
function isAlive(pid: number): boolean {
  return pid !== process.pid && isRunning(pid);
}
