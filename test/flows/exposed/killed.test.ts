import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Journal } from "../../../src/prompts/journal.ts";
import { openExposedBench, results, startRun, storePat } from "./bench.ts";
import { sample } from "../../sample.ts";

const answers = {
  credentials: ["pat"],
  packages: ["review", "triage"],
  contain: true,
  "pat-available": "token",
  "pat-revoke": true,
  since: "7d",
  "pat-rotation": "reported",
  "review-mode": true,
  "switches-on": true,
};

class Killed extends Error {}

/** Stops the run at the n-th step, before or after its result is written. */
function killAt(number: number, when: "before" | "after") {
  let count = 0;
  return (journal: Journal): Journal => ({
    ...journal,
    finishStep: async (id, result) => {
      count += 1;
      if (count === number && when === "before") throw new Killed();
      await journal.finishStep(id, result);
      if (count === number) throw new Killed();
    },
  });
}

const steps = 9;
const kills = (["before", "after"] as const).flatMap((when) =>
  Array.from({ length: steps }, (_, index) => ({ number: index + 1, when })),
);

test.each(sample("kills of a response", kills, 4))(
  "a rerun completes the response after a kill $when step $number is written",
  async ({ number, when }) => {
    const bench = await openExposedBench();
    const token = await storePat(bench);
    // In later steps, all runs are complete.
    const active = number <= 4 ? [await startRun(bench.forge, "sleep 600", "in_progress")] : [];
    const secrets = { "pat-token": token };
    const first = await bench.respond({ answers, secrets, watchJournal: killAt(number, when) });
    expect(first.error).toBeInstanceOf(Killed);

    const { error, record } = await bench.respond({ answers, secrets });
    expect(error).toBeUndefined();
    expect(record.open).toEqual([]);
    for (const run of active) expect(await bench.statusOf(run)).toBe("completed");
    expect((await bench.forge.rest("GET", "/user", { token })).status).toBe(401);
    expect(await bench.mode()).toBe("review");
    expect(await bench.variable("CP_REVIEW_ENABLED")).toBe("true");
    // A later restore sets the values from before the incident, whatever a rerun reads.
    expect(results(record)).toContain("switches-on: done");
    expect(readFileSync(bench.journalFile, "utf8")).not.toContain(token.slice(20, 32));
  },
);
