import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openExposedBench, results, type ExposedBench } from "./bench.ts";

const answers = {
  credentials: ["pat"],
  packages: ["review", "triage"],
  contain: true,
  "pat-available": "none",
  "pat-deleted": true,
  since: "7d",
  "pat-rotation": "later",
};

/** Changes the journal entry of one step, as a user might. */
function damage({ journalFile }: ExposedBench, step: string): void {
  const journal = JSON.parse(readFileSync(journalFile, "utf8")) as {
    steps: Record<string, unknown>;
  };
  const id = Object.keys(journal.steps).find((each) => each.endsWith(` ${step}`)) ?? "";
  expect(id).not.toBe("");
  journal.steps[id] = { by: "mallory" };
  writeFileSync(journalFile, JSON.stringify(journal));
}

test("an unreadable attempt is repeated, and stays in the record", async () => {
  const bench = await openExposedBench();
  await bench.respond({ answers });
  damage(bench, "search #1");
  const { record, asked, error } = await bench.respond({ answers });
  expect(error).toBeUndefined();
  expect(asked.map(({ id }) => id)).toContain("since");
  expect(results(record)).toContain("search: unknown");
  expect(results(record)).toContain("search: done");
  expect(record.remaining).not.toContain("search");
});

test("an unreadable containment does not count as confirmed", async () => {
  const bench = await openExposedBench();
  await bench.respond({ answers: { ...answers, contain: false } });
  damage(bench, "runs-ended #1");
  const { asked } = await bench.respond({ answers });
  expect(asked.map(({ id }) => id)).toContain("contain");
});

test("an unreadable incident is kept, and no step is performed for it", async () => {
  const bench = await openExposedBench();
  await bench.respond({ answers });
  damage(bench, "incident");
  const before = readFileSync(bench.journalFile, "utf8");
  const { error, asked, record } = await bench.respond({ answers });
  expect(String(error)).toContain("The journal's data about the incident is damaged.");
  expect(asked).toEqual([]);
  expect(readFileSync(bench.journalFile, "utf8")).toBe(before);
  expect(record.state).toBe("open");
});
