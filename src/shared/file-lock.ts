import { randomUUID } from "node:crypto";
import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { UserError, exitCode } from "./errors.ts";
import { explainUnwritable } from "./json-file.ts";
import { makeFolder } from "./make-folder.ts";
import { isRunning } from "./processes.ts";
import { readOwnFile } from "./read-own-file.ts";
import { codeOf } from "./error-code.ts";

/** Another process works on the same files. */
export class Locked extends UserError {
  readonly exitCode = exitCode.incomplete;

  constructor(path: string, pid: number) {
    super(`Another gatehouse (pid ${pid}) works on ${path}.`, [
      { say: "Wait until it ends, or end it; then run the same command again" },
      { say: `Should process ${pid} be no gatehouse, remove ${path}.lock first` },
    ]);
  }
}

export interface Lock {
  /** Leaves a lock alone that is another's by now. */
  release(): void;
}

/**
 * Keeps a file to this process by a lock beside it. A lock whose process is gone, as after a kill, is taken over.
 * @throws Locked; Planted; Incomplete when the file system does not take the lock
 */
export function lockFile(path: string): Lock {
  const lock = `${path}.lock`;
  const id = randomUUID();
  const word = `${process.pid} ${id}\n`;
  try {
    makeFolder(dirname(lock), 0o700);
    take(path, { lock, word, own: `${lock}.${id}` });
  } catch (error) {
    throw explainUnwritable(lock, error);
  }
  return { release: () => release(lock, word) };
}

/** The lock is written whole before it is put in place: nobody ever reads one without its process. */
function take(path: string, { lock, word, own }: { lock: string; word: string; own: string }) {
  try {
    writeFileSync(own, word, { mode: 0o600, flag: "wx" });
    while (!putInPlace(own, lock)) {
      const holder = readHolder(lock);
      if (holder !== undefined && isAlive(holder)) throw new Locked(path, holder);
      removeStale(lock, own);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function release(lock: string, word: string): void {
  try {
    if (readOwnFile(lock) === word) rmSync(lock);
  } catch {
    // Best effort: the lock of a process that is gone keeps nobody out.
  }
}

/** A link fails where a lock is there already. */
function putInPlace(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Of two processes that find a stale lock, one moves it away; what it moved may be the other's new one by then. */
function removeStale(lock: string, own: string): void {
  const moved = `${own}.stale`;
  try {
    renameSync(lock, moved);
    const holder = readHolder(moved);
    if (holder !== undefined && isAlive(holder)) putInPlace(moved, lock);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}

function readHolder(lock: string): number | undefined {
  try {
    const pid = Number(readOwnFile(lock).split(" ")[0]);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Our own number in a lock that we do not hold is of an earlier process: containers begin anew at low numbers. */
function isAlive(pid: number): boolean {
  return pid !== process.pid && isRunning(pid);
}
