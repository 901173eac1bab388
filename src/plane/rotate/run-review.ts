import { runWorkflow } from "../repository/run-workflow.ts";
import type { FinishedRun, RunOptions } from "../repository/run-workflow.ts";
import type { Operation } from "./operations.ts";

/** A review inspects all targets of a package, so the limit is generous. */
const limitMinutes = 90;

/**
 * Starts a review run of an installed package and waits until it ends.
 *
 * @throws RunRefused, Incomplete
 */
export function runReview(
  options: RunOptions,
  { file, inputs }: Pick<Extract<Operation, { state: "ready" }>, "file" | "inputs">,
): Promise<FinishedRun> {
  return runWorkflow(options, { file, inputs, limitMinutes, name: `The run of ${file}` });
}
