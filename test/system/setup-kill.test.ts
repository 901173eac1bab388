import { expect, test } from "vitest";
import { findFlaws, openBench, rerunToTheEnd } from "./setup/bench.ts";
import { inLanes } from "./setup/in-lanes.ts";
import { listKillPoints, type KillPoint } from "./setup/kill-points.ts";
import { sample } from "../sample.ts";

/** Number of parallel setups. Half of a setup is waiting, so four keep two cores busy. */
const lanes = 4;

interface Outcome {
  readonly name: string;
  readonly needed: string;
  readonly flaws: readonly string[];
}

test("killed at any moment, a setup is completed by running it again, and two Apps exist", async () => {
  const points = await listAll();
  expect(points.length).toBeGreaterThan(25);
  const outcomes = await inLanes(lanes, sample("kills of a setup", points, 4), killAndRerun);
  process.stdout.write(`${formatTable(outcomes)}\n`);
  expect(outcomes.filter(({ flaws }) => flaws.length > 0)).toEqual([]);
}, 900_000);

async function listAll(): Promise<KillPoint[]> {
  const bench = await openBench();
  try {
    return await listKillPoints(bench);
  } finally {
    await bench.close();
  }
}

/**
 * On a busy machine, the last moments of a setup may pass before the test notices them. Then
 * another setup is killed there.
 */
const tries = 4;

async function killAndRerun(point: KillPoint): Promise<Outcome> {
  for (let left = tries - 1; ; left -= 1) {
    const outcome = await killOnceAndRerun(point);
    if (left === 0 || !outcome.wasTooLate) return outcome;
  }
}

async function killOnceAndRerun({ name, watch }: KillPoint) {
  const bench = await openBench();
  try {
    const run = bench.start();
    const unwatch = watch(bench, () => run.kill());
    const { code } = await run.ended;
    unwatch();
    await bench.operator.settled();
    const { ending, needed } = await rerunToTheEnd(bench);
    const flaws = await findFlaws(bench);
    if (code !== null) flaws.push(`it was not killed, but ended with ${code}`);
    if (ending.code !== 0) flaws.push(`the rerun ended with ${ending.code}:\n${ending.stderr}`);
    const wasTooLate = code === 0;
    return { name, needed: needed.join(", ") || "nothing but a rerun", flaws, wasTooLate };
  } finally {
    await bench.close();
  }
}

function formatTable(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  return outcomes.map(({ name, needed }) => `${name.padEnd(width)}  ${needed}`).join("\n");
}
