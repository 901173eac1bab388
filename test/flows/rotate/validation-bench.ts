import type { ReadyOperation } from "../../../flows/rotate/rotate-deps.ts";
import type { ReportRun } from "../../../src/plane/repository/run-workflow.ts";
import type { Moment } from "../setup/operator.ts";
import { at, location, settings } from "./rotations.ts";

export const runLink = "https://forge.example/run/2";
export const rotate = "gatehouse rotate --repo acme/control";
export const triage: ReadyOperation = {
  state: "ready",
  name: "triage",
  file: "triage.yml",
  inputs: {},
};

/** Creates a control plane with one operation, whose runs have this conclusion. */
export function runsOf(conclusion = "success") {
  return {
    ...location,
    now: () => new Date(at),
    readSettings: () => Promise.resolve(settings),
    listOperations: () => Promise.resolve([triage]),
    runReview: ({ name }: ReadyOperation) =>
      Promise.resolve({ id: 1, link: `${runLink}/${name}`, conclusion }),
  };
}

export const lineAndLink = (report: ReportRun) => {
  report({ line: "The run is queued" });
  report({ line: "The run has begun", seen: "a runner picked up the run", link: runLink });
};
/** Updates of a run in a wait, in order. */
export const shown = [
  { line: "The run is queued" },
  {
    line: "The run has begun",
    seen: "a runner picked up the run",
    link: runLink,
    ifLeft: { text: "The run continues in the background", link: runLink },
  },
];

/** Collects the updates of one wait. */
export function watchWait(id: string) {
  const updates: unknown[] = [];
  const onMoment = ({ wait, update }: Moment) => {
    if (wait === id) updates.push(update);
  };
  return { updates, onMoment };
}
