import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeUnderFreeName } from "../../shared/free-name.ts";

/**
 * Keeps an incident's journal as evidence, next to the journal of the next incident. Incidents with
 * an unknown start each get a unique name.
 *
 * @returns path of the kept journal
 */
export async function keepJournal(path: string, openedAt: string): Promise<string> {
  const name = `exposed-${openedAt.replaceAll(":", "-")}.json`;
  const kept = await writeUnderFreeName(join(dirname(path), name), "");
  await rename(path, kept);
  return kept;
}
