import { rm, writeFile } from "node:fs/promises";
import { dirname, join, parse, resolve } from "node:path";
import { Incomplete } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/json-file.ts";

/**
 * Writes a page into the working folder, under a free name: nothing of the operator's is written over.
 * @returns the path
 * @throws Incomplete when the folder takes no file
 */
export async function savePage(name: string, page: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const path = resolve(numbered(name, count));
    try {
      await writeFile(path, page, { mode: 0o600, flag: "wx" });
      return path;
    } catch (error) {
      const refusal = error as NodeJS.ErrnoException;
      if (refusal.code !== "EEXIST") throw refuse(path, refusal);
    }
  }
}

/** Best effort: a page that nobody waits for any more is of no use, and does no harm. */
export async function removePage(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

/** `register.html`, `register-2.html`, … */
function numbered(name: string, count: number): string {
  const { dir, name: plain, ext } = parse(name);
  return count === 1 ? name : join(dir, `${plain}-${count}${ext}`);
}

function refuse(path: string, error: NodeJS.ErrnoException): Error {
  // A folder that was deleted since has no other explanation.
  const because = error.code === "ENOENT" ? "it is not there" : explainRefusal(error)?.because;
  if (because === undefined) return error;
  const folder = dirname(path);
  return new Incomplete(
    `The page cannot be saved in the folder ${folder}: ${because}. Run gatehouse in another folder, or open the link yourself.`,
    [],
    { cause: error },
  );
}
