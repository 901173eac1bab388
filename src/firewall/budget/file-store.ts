import { setTimeout as pause } from "node:timers/promises";
import { codeOf } from "../../shared/error-code.ts";
import { UserError } from "../../shared/errors.ts";
import { Locked, lockFile } from "../../shared/file-lock.ts";
import { readOwnFile } from "../../shared/read-own-file.ts";
import { writeAtomically } from "../../shared/write-atomically.ts";
import { PoolUnavailable, type PoolStore } from "./pool.ts";

/** A session holds the lock for a few milliseconds, so this is about ten seconds. */
const mostAttempts = 1000;
const longestPauseMs = 20;

/** Stores a shared budget in a locked file. Waits while another session has the lock. */
export function createFileStore(path: string): PoolStore {
  return {
    update: async (change) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          updateLocked(path, change);
          return;
        } catch (error) {
          if (!(error instanceof Locked) || attempt === mostAttempts) throw explain(error);
        }
        // Sessions that waited equally long would otherwise meet again.
        await pause(Math.random() * longestPauseMs);
      }
    },
  };
}

/** Synchronous, so that a process never waits for its own lock. */
function updateLocked(path: string, change: (text: string | undefined) => string): void {
  const lock = lockFile(path);
  try {
    writeAtomically(path, change(readIfExists(path)));
  } finally {
    lock.release();
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readOwnFile(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function explain(cause: unknown): unknown {
  if (cause instanceof PoolUnavailable) return cause;
  const code = codeOf(cause);
  if (!(cause instanceof UserError) && code === undefined) return cause;
  const reason = cause instanceof UserError ? cause.message : `its file cannot be used (${code})`;
  return new PoolUnavailable(reason.replace(/\.$/, ""), { cause });
}
