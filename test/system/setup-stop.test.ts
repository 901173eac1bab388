import { expect, test } from "vitest";
import type { Exchange } from "../../emulator/emulator.ts";
import { startInTerminal, type ProgramInTerminal } from "../pty/pty.ts";
import { giveHands, keys } from "../pty/setup-hands.ts";
import { notOurs } from "../pty/setup-wizard.ts";
import { findFlaws, openBench, rerunToTheEnd, type Bench } from "./setup/bench.ts";
import { hands, type Hand } from "./setup/hands.ts";
import { inLanes } from "./setup/in-lanes.ts";
import { sample } from "../sample.ts";

/** Number of parallel setups. Half of a setup is waiting, so four keep two cores busy. */
const lanes = 4;

/** A way to stop a run, and the resulting exit code. */
interface Way {
  readonly name: string;
  readonly exitCode: number;
  readonly stop: (program: ProgramInTerminal) => void;
}

const ways: readonly Way[] = [
  { name: "Ctrl-C", exitCode: 130, stop: (program) => program.write(keys.stop) },
  { name: "SIGINT", exitCode: 130, stop: (program) => program.kill("SIGINT") },
  { name: "SIGTERM", exitCode: 143, stop: (program) => program.kill("SIGTERM") },
  { name: "a terminal that closes", exitCode: 129, stop: (program) => program.hangUp() },
];

/**
 * A moment in the middle of an operation: the forge has processed the request, but has not
 * responded yet.
 */
interface Moment {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  /** Number of the exchange among those that match. */
  readonly number: number;
}

const moments: readonly Moment[] = [
  moment("the look at what is stored", "GET", /\/actions\/variables$/),
  moment("the Read App's conversion", "POST", /\/conversions$/),
  moment("its key", "PUT", /\/actions\/secrets\//),
  moment("its ID", "POST", /\/actions\/variables$/),
  moment("the look at its installations", "GET", /\/app\/installations$/),
  moment("the Write App's key", "PUT", /\/actions\/secrets\//, 2),
  moment("the public key for its secret", "GET", /\/secrets\/public-key$/),
  moment("the Write App's conversion", "POST", /\/conversions$/, 2),
  moment("the Write App's ID", "POST", /\/actions\/variables$/, 2),
];

function moment(name: string, method: string, path: RegExp, number = 1): Moment {
  return { name, method, path, number };
}

interface Case {
  readonly at: Moment;
  readonly way: Way;
  readonly hand: Hand;
}

/** Every moment with every way to stop and every kind of operator. */
const cases: readonly Case[] = moments.flatMap((at) =>
  ways.flatMap((way) => hands.map((hand) => ({ at, way, hand }))),
);

test("stopped at any moment in any way, a setup loses no key, reports the stop, and is completed by a rerun", async () => {
  const outcomes = await inLanes(lanes, sample("stops of a setup", cases, 4), stopAndRerun);
  expect(outcomes.flat()).toEqual([]);
}, 900_000);

/** Returns the faults of a case, with its description. */
async function stopAndRerun({ at, way, hand }: Case): Promise<string[]> {
  const bench = await openBench();
  try {
    const program = start(bench, hand);
    let isReached = false;
    onExchange(bench, at, () => {
      isReached = true;
      way.stop(program);
    });
    // Questions after the stop never appear.
    hand.answer(giveHands(program)).catch(() => undefined);
    const { exitCode, signal } = await program.exited;
    delete bench.watch.onExchange;
    await bench.operator.settled();
    const flaws = isReached ? [] : ["that moment never came"];
    if (exitCode !== way.exitCode || signal !== 0)
      flaws.push(`it ended with ${exitCode}, ${signal}`);
    const isSilent = !program.raw().includes("Stopped.") && way.name !== "a terminal that closes";
    if (isSilent) flaws.push(`no output:\n${program.raw()}`);
    const { ending, needed } = await rerunToTheEnd(bench);
    if (ending.code !== 0) flaws.push(`the rerun ended with ${ending.code}:\n${ending.stderr}`);
    if (needed.some((one) => one.includes("key"))) flaws.push(`the rerun needed ${needed.join()}`);
    flaws.push(...(await findFlaws(bench)));
    return flaws.map((flaw) => `${way.name} at ${at.name}, by ${hand.name}: ${flaw}`);
  } finally {
    await bench.close();
  }
}

function start(bench: Bench, { args, isScripted }: Hand): ProgramInTerminal {
  const run = bench.prepare(isScripted ? { args } : { args, answers: "asked" });
  const [command, ...rest] = run.command;
  const env = { ...run.env, ...notOurs };
  return startInTerminal({ command, args: rest, cwd: run.cwd, env });
}

function onExchange({ watch }: Bench, at: Moment, onReached: () => void): void {
  let count = 0;
  watch.onExchange = ({ method, path }: Exchange) => {
    if (method !== at.method || !at.path.test(path.split("?")[0] ?? "")) return;
    count += 1;
    if (count === at.number) onReached();
  };
}
