import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { InvalidInput } from "../../shared/errors.ts";
import { explainUnreadable } from "../../shared/json-file.ts";
import { readBoundedBytes } from "../../shared/read-bounded-file.ts";
import { codeOf } from "../../shared/error-code.ts";

/** The file that a path means, also where a link leads to it or where it is not there yet. */
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
 * All of a definition's text, its mark at the start included; undefined while there is none.
 * @throws InvalidInput where it cannot be read, or is none
 */
export async function readDefinitionFile(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      await readBoundedBytes(path),
    );
  } catch (error) {
    if (error instanceof TypeError && !("syscall" in error)) {
      throw new InvalidInput(`${path} is no UTF-8 text.`, [{ say: "Save it as UTF-8" }]);
    }
    if (codeOf(error) === "ENOENT") return undefined;
    throw explainUnreadable(path, error);
  }
}
