import { codeOf } from "../../shared/error-code.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { explainUnreadable } from "../../shared/json-file.ts";
import { NotRegularFile, readRegularFile } from "../../shared/read-regular-file.ts";
import type { RegularFile } from "../../shared/read-regular-file.ts";

/**
 * Reads a file of a repository, whatever stands in its place: no pipe is waited for, and no device is read for ever.
 * @param most how many bytes are read
 * @returns undefined where there is none
 * @throws InvalidInput where there is no plain file, or this user may not read it
 */
export function readPlainFile(path: string, most: number): RegularFile | undefined {
  try {
    return readRegularFile(path, most);
  } catch (error) {
    if (error instanceof NotRegularFile) {
      const what = error.kind === "directory" ? "a folder" : "no plain file";
      throw new InvalidInput(`${path} cannot be read: it is ${what}.`);
    }
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw explainUnreadable(path, error);
  }
}
