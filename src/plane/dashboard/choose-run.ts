import type { Dashboard } from "./dashboard.ts";
import type { RunItem } from "./run-items.ts";

/**
 * Returns the run that Enter opens: the selected run, otherwise the run that the closed gate
 * stopped, otherwise the newest run.
 *
 * @param steps number of times that the operator moved to the next run
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
