import { expect, test } from "vitest";
import type { Journal } from "../../../src/prompts/journal.ts";
import { addWorker, fillPlane, openRemovalBench } from "./bench.ts";
import { sample } from "../../sample.ts";

class Killed extends Error {}

/** Stops the run at the n-th step, before or after its result is written. */
function killAt(number: number, when: "before" | "after") {
  let count = 0;
  return (journal: Journal): Journal => ({
    ...journal,
    finishStep: async (id, result) => {
      const isStep = !/ removal (word |pat$|environments$|\w+ apps$)/.test(id);
      if (isStep) count += 1;
      if (isStep && count === number && when === "before") throw new Killed();
      await journal.finishStep(id, result);
      if (isStep && count === number) throw new Killed();
    },
  });
}

/** Workflows, proof workflow, secrets, variables, environment, three files, this machine. */
const steps = 9;
const kills = (["before", "after"] as const).flatMap((when) =>
  Array.from({ length: steps }, (_, index) => ({ number: index + 1, when })),
);

test.each(sample("kills of a removal", kills, 4))(
  "a rerun removes the rest after a kill $when step $number is written",
  async ({ number, when }) => {
    const bench = await openRemovalBench();
    await fillPlane(bench);
    await addWorker(bench);
    const first = await bench.remove({ watchJournal: killAt(number, when) });
    expect(first.error).toBeInstanceOf(Killed);

    const { error, outcome } = await bench.remove();
    expect(error).toBeUndefined();
    expect(outcome).toMatchObject({ complete: true });
    const list = async (path: string) => (await bench.rest("GET", `${bench.home}/${path}`)).json;
    expect(await list("actions/secrets")).toMatchObject({ total_count: 0 });
    expect(await list("actions/variables")).toMatchObject({ total_count: 0 });
    expect(await list("environments")).toMatchObject({ total_count: 0 });
    expect((await bench.control("GET", "apps")).json).toEqual([]);
    expect(bench.kept()).toEqual(["remove.json"]);
  },
);
