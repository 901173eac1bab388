import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { InvalidInput } from "../../shared/errors.ts";
import { explainUnreadable } from "../../shared/json-file.ts";
import { readBoundedBytes } from "../../shared/read-bounded-file.ts";
import { codeOf } from "../../shared/error-code.ts";

/** Resolves a path and the links in it, even if the file does not exist yet. */
export async function findDefinitionFile(given: string): Promise<string> {
  const path = resolve(given);
  try {
    return await realpath(path);
  } catch {
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    return join(folder, basename(path));
  }
}

/**
 * Returns the complete text of a definition, including a byte order mark; undefined if the file
 * does not exist.
 * @throws InvalidInput if it cannot be read, or is not UTF-8
 */
export async function readDefinitionFile(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      await readBoundedBytes(path),
    );
  } catch (error) {
    if (error instanceof TypeError && !("syscall" in error)) {
      throw new InvalidInput(`${path} is not UTF-8.`, [{ text: "Save it as UTF-8" }]);
    }
    if (codeOf(error) === "ENOENT") return undefined;
    throw explainUnreadable(path, error);
  }
}
