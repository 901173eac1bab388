import { rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf } from "../../shared/error-code.ts";
import { Incomplete } from "../../shared/errors.ts";
import { writeUnderFreeName } from "../../shared/free-name.ts";
import { explainRefusal } from "../../shared/file-refusals.ts";

/**
 * Writes a page to an unused file name in the current directory, so that no file is overwritten.
 *
 * @returns the path
 * @throws Incomplete if the directory is not writable
 */
export async function savePage(name: string, page: string): Promise<string> {
  const path = resolve(name);
  try {
    return await writeUnderFreeName(path, page);
  } catch (error) {
    throw refuse(path, error);
  }
}

/** Best effort: an outdated page is useless but harmless. */
export async function removePage(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

function refuse(path: string, error: unknown): unknown {
  // ENOENT means that the directory was deleted in the meantime.
  const reason = codeOf(error) === "ENOENT" ? "it does not exist" : explainRefusal(error)?.reason;
  if (reason === undefined) return error;
  const folder = dirname(path);
  return new Incomplete(
    `Could not save the page in ${folder}: ${reason}. Run gatehouse in another directory, or open the link yourself.`,
    [],
    { cause: error },
  );
}
