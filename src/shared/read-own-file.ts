import { UserError, exitCode } from "./errors.ts";
import { defaultLimitBytes, tooLarge } from "./read-bounded-file.ts";
import { NotRegularFile, readRegularFile } from "./read-regular-file.ts";
import type { RegularFile } from "./read-regular-file.ts";
import { codeOf } from "./error-code.ts";

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
  const { bytes, size, uid } = readUnlinked(path);
  if (uid !== (user ?? uid)) throw new Planted(path);
  if (size > defaultLimitBytes) throw tooLarge(path, defaultLimitBytes);
  return Buffer.from(bytes).toString("utf8");
}

function readUnlinked(path: string): RegularFile {
  try {
    return readRegularFile(path, defaultLimitBytes, { links: "refused" });
  } catch (error) {
    if (error instanceof NotRegularFile) throw new Planted(path);
    const code = codeOf(error);
    if (code === "ELOOP" || code === "EACCES") throw new Planted(path);
    throw error;
  }
}
