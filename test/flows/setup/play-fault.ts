import { setImmediate as turn } from "node:timers/promises";
import type { Fault } from "../../../emulator/emulator.ts";
import { UserError } from "../../../src/shared/errors.ts";
import { createBench, type FlowBench, type SetUpRun } from "./bench.ts";
import { completeByRerun } from "./complete-by-rerun.ts";
import type { Moment } from "./operator.ts";

type Play = Omit<Fault, "on">;

/** Faults in the tables. A fault without a count occurs once. */
const plays = {
  latency: { times: 0, play: { kind: "latency", ms: 15 } },
  "500 once": { play: { kind: "status", status: 500 } },
  "502 always": { times: 0, play: { kind: "status", status: 502 } },
  "cut before": { play: { kind: "cut", when: "before" } },
  "cut after": { play: { kind: "cut", when: "after" } },
  "cut always": { times: 0, play: { kind: "cut", when: "before" } },
  "signed out": { times: 0, play: { kind: "signed-out" } },
  "key not ready": { play: { kind: "key-not-ready" } },
  "not found": { times: 0, play: { kind: "not-found" } },
  "single sign-on": { times: 0, play: { kind: "sso" } },
  "not accessible": { times: 0, play: { kind: "approval-pending" } },
  "code expired": { times: 0, play: { kind: "code-expired" } },
  "name taken": { play: { kind: "name-taken" } },
  "signed out once": { play: { kind: "signed-out" } },
  "not found once": { play: { kind: "not-found" } },
  "rate limit": { times: 0, play: { kind: "rate-limited" } },
  "secondary limit": { times: 0, play: { kind: "secondary-limit" } },
} as const satisfies Record<string, Play>;

export type PlayName = keyof typeof plays;

/** The setup completes, or stops with this text. */
export type Expectation = "completes" | RegExp;

/**
 * Plays one fault in a first setup. A stop must explain its cause and the next step, without a
 * stack trace. After the fault, a rerun completes with exactly two Apps.
 * @param queries if refused, the initial data of setup needs one request each
 * @returns deviations from the expectation, as text
 */
export async function playFault(
  on: string,
  name: PlayName,
  expected: Expectation,
  queries: "answered" | "refused" = "answered",
): Promise<string[]> {
  const bench = await createBench();
  try {
    bench.emulator.setFaults([
      { on, ...plays[name] },
      ...(queries === "refused" ? [{ on: "POST /graphql", ...plays["not accessible"] }] : []),
    ]);
    const run = await bench.setUp({ openLink: visitOf(bench), onMoment: createPatience() });
    bench.emulator.setFaults([]);
    const rerun = run.outcome ? await bench.setUp() : await completeByRerun(bench);
    const count = (await bench.apps()).length;
    return [
      ...(expected === "completes" ? checkCompletion(run) : checkStop(run, expected)),
      ...checkCompletion(rerun).map((flaw) => `in the rerun, ${flaw}`),
      ...(count === 2 ? [] : [`there are ${count} Apps`]),
    ];
  } finally {
    await bench.close();
  }
}

/** Returns a browser that fails if it shows an error page. */
function visitOf({ robot }: FlowBench): (link: string) => Promise<boolean> {
  return (link) =>
    robot.visit(link).then(
      () => true,
      () => false,
    );
}

/** Retries a page that did not open, and checks again after a problem is shown. */
function createPatience(): (moment: Moment) => Promise<void> {
  let checks = 0;
  return async ({ update, act }) => {
    const isUnopened = update.amiss === "no browser opened";
    if ((!update.problem && !isUnopened) || (checks += 1) > 4) return;
    await turn();
    if (isUnopened) await act("open");
    else await act("check");
  };
}

function checkCompletion({ outcome, error, text }: SetUpRun): string[] {
  const isProved = outcome?.apps.every(({ installation }) => installation === "proved") ?? false;
  return isProved ? [] : [`it did not complete: ${error?.message}\n${text}`];
}

function checkStop({ error, text }: SetUpRun, words: RegExp): string[] {
  const isReported = error instanceof UserError && error.hints.length > 0;
  return [
    ...(isReported ? [] : [`it does not say what to do: ${error?.stack}`]),
    ...(words.test(text) ? [] : [`it does not say ${words.source}:\n${text}`]),
    ...(/\n\s+at /.test(text) ? [`it shows a stack:\n${text}`] : []),
  ];
}
