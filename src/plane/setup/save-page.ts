import { rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf } from "../../shared/error-code.ts";
import { Incomplete } from "../../shared/errors.ts";
import { writeUnderFreeName } from "../../shared/free-name.ts";
import { explainRefusal } from "../../shared/json-file.ts";

/**
 * Writes a page into the working folder, under a free name: nothing of the operator's is written over.
 * @returns the path
 * @throws Incomplete when the folder takes no file
 */
export async function savePage(name: string, page: string): Promise<string> {
  const path = resolve(name);
  try {
    return await writeUnderFreeName(path, page);
  } catch (error) {
    throw refuse(path, error);
  }
}

/** Best effort: a page that nobody waits for any more is of no use, and does no harm. */
export async function removePage(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

function refuse(path: string, error: unknown): unknown {
  // A folder that was deleted since has no other explanation.
  const because = codeOf(error) === "ENOENT" ? "it is not there" : explainRefusal(error)?.because;
  if (because === undefined) return error;
  const folder = dirname(path);
  return new Incomplete(
    `The page cannot be saved in the folder ${folder}: ${because}. Run gatehouse in another folder, or open the link yourself.`,
    [],
    { cause: error },
  );
}
