import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { UserError, exitCode } from "./errors.ts";
import { readBoundedSync } from "./read-bounded-file.ts";

/** Something stands where a file of ours would be, and no gatehouse of this user put it there. */
export class Planted extends UserError {
  readonly exitCode = exitCode.incomplete;

  constructor(path: string) {
    super(`${path} is no plain file of yours: it is a link, or another user's.`, [
      {
        say: "Find out who put it there, and remove it; or work in a folder that only you can write",
      },
    ]);
  }
}

/**
 * Reads a file of ours, and nothing else that somebody put in its place: no link is followed, and no pipe is waited for.
 * @param user whose it has to be
 * @throws Planted; the file system's own error where there is none, or it cannot be read
 */
export function readOwnFile(path: string, user = process.getuid?.()): string {
  const file = openOwn(path);
  try {
    const found = fstatSync(file);
    const isOwn = found.uid === (user ?? found.uid);
    if (!found.isFile() || !isOwn) throw new Planted(path);
    return readBoundedSync(file, path);
  } finally {
    closeSync(file);
  }
}

function openOwn(path: string): number {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ELOOP" || code === "EACCES") throw new Planted(path);
    throw error;
  }
}
