import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeUnderFreeName } from "../../shared/free-name.ts";

/**
 * Moves an incident's journal to a file next to it, where it is kept as evidence. The name contains
 * the time at which the incident started, or is unique if that time is unknown.
 *
 * @returns path of the kept journal
 */
export async function keepJournal(path: string, openedAt: string): Promise<string> {
  const name = `exposed-${openedAt.replaceAll(":", "-")}.json`;
  const kept = await writeUnderFreeName(join(dirname(path), name), "");
  await rename(path, kept);
  return kept;
}
