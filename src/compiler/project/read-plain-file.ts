import { codeOf } from "../../shared/error-code.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { explainUnreadable } from "../../shared/json-file.ts";
import { NotRegularFile, readRegularFile } from "../../shared/read-regular-file.ts";
import type { RegularFile } from "../../shared/read-regular-file.ts";

/**
 * Reads a regular file. Refuses pipes and devices, which could block forever.
 * @param most maximum number of bytes to read
 * @returns undefined if the path does not exist
 * @throws InvalidInput if it is not a regular file, or the user cannot read it
 */
export function readPlainFile(path: string, most: number): RegularFile | undefined {
  try {
    return readRegularFile(path, most);
  } catch (error) {
    if (error instanceof NotRegularFile) {
      const what = error.kind === "directory" ? "a directory" : "not a regular file";
      throw new InvalidInput(`Could not read ${path}: it is ${what}.`);
    }
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw explainUnreadable(path, error);
  }
}
