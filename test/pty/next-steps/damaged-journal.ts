import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Changes a step's result in the journal. */
export function damageJournal(flow: string, step: string) {
  return async (home: string) => {
    const state = join(home, "state/gatehouse");
    const files = await readdir(state, { recursive: true });
    const path = join(state, files.find((file) => file.endsWith(`${flow}.json`)) ?? "");
    const journal = JSON.parse(await readFile(path, "utf8")) as { steps: Record<string, unknown> };
    const id = Object.keys(journal.steps).find((each) => each.endsWith(step)) ?? "none";
    journal.steps[id] = { by: "mallory" };
    await writeFile(path, JSON.stringify(journal));
  };
}
