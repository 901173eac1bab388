import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeUnderFreeName } from "../../shared/free-name.ts";

/**
 * Keeps the journal of an incident beside that of the next one: it is evidence, and stays what it is. Of incidents
 * whose journal does not tell any more when they were opened, each has a name of its own.
 * @returns where it is kept
 */
export async function keepJournal(path: string, openedAt: string): Promise<string> {
  const name = `exposed-${openedAt.replaceAll(":", "-")}.json`;
  const kept = await writeUnderFreeName(join(dirname(path), name), "");
  await rename(path, kept);
  return kept;
}
