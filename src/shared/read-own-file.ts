import { UserError, exitCode } from "./errors.ts";
import { defaultLimitBytes, tooLarge } from "./read-bounded-file.ts";
import { NotRegularFile, readRegularFile } from "./read-regular-file.ts";
import type { RegularFile } from "./read-regular-file.ts";
import { codeOf } from "./error-code.ts";

/** A link, or a file of another user, exists at the path of one of gatehouse's files. */
export class Planted extends UserError {
  readonly exitCode = exitCode.incomplete;

  constructor(path: string) {
    super(`${path} is not your own regular file: it is a link, or it belongs to another user.`, [
      {
        text: "Find out who created it and remove it, or use a directory that only you can write to",
      },
    ]);
  }
}

/**
 * Reads one of gatehouse's own files. Rejects a file that another user may have planted. Does not
 * follow links or wait for pipes.
 * @param user required owner
 * @throws Planted; the file system's own error if the file does not exist or cannot be read
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
