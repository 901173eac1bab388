import type { Dashboard } from "../../control/dashboard/dashboard.ts";
import type { RunItem } from "../../control/dashboard/run-items.ts";

interface LiveKey {
  readonly key: string;
  readonly does: string;
}

/** What the keys do now. */
export interface KeyWish {
  /** The run that enter opens. */
  readonly run: Pick<RunItem, "number"> | undefined;
  /** Whether there is another one to choose. */
  readonly hasMore: boolean;
  readonly mayOpen: boolean;
}

/** The main one first, and how to leave last. */
export function dashboardKeys({ run, hasMore, mayOpen }: KeyWish): LiveKey[] {
  const does = mayOpen ? "open run" : "link of run";
  return [
    ...(run ? [{ key: "enter", does: `${does} ${run.number}` }] : []),
    ...(hasMore ? [{ key: "n", does: "next" }] : []),
    { key: "r", does: "again" },
    { key: "g", does: "gate" },
    { key: "t", does: "rotate" },
    { key: "x", does: "exposed" },
    { key: "q", does: "leave" },
  ];
}

/**
 * The run that enter opens: the one that somebody went on to, or else the one that the gate stopped while it is closed, or
 * the newest.
 * @param steps how many times somebody went on to the next
 */
export function chooseRun({ gate, runs }: Dashboard, steps: number): RunItem | undefined {
  const denied = gate.state === "closed" ? gate.latestFailure?.run : undefined;
  const first = Math.max(
    0,
    runs.findIndex(({ id }) => id === denied),
  );
  return runs[(first + steps) % Math.max(1, runs.length)];
}
