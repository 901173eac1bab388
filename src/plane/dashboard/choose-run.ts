import type { Dashboard } from "./dashboard.ts";
import type { RunItem } from "./run-items.ts";

/**
 * The run that enter opens: the one that somebody went on to, or else the one that the gate stopped while it is closed, or
 * the newest.
 * @param steps how many times somebody went on to the next
 */
export function chooseRun(
  { gate, runs }: Pick<Dashboard, "gate" | "runs">,
  steps: number,
): RunItem | undefined {
  const denied = gate.state === "closed" ? gate.latestFailure?.run : undefined;
  const first = Math.max(
    0,
    runs.findIndex(({ id }) => id === denied),
  );
  return runs[(first + steps) % Math.max(1, runs.length)];
}
