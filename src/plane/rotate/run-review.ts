import { runWorkflow } from "../repository/run-workflow.ts";
import type { FinishedRun, RunOptions } from "../repository/run-workflow.ts";
import type { Operation } from "./operations.ts";

/** A review looks at all of a package's targets. */
const limitMinutes = 90;

/** Has an installed package do one review run, and watches it to its end. @throws RunRefused, Incomplete */
export function runReview(
  options: RunOptions,
  { file, inputs }: Pick<Extract<Operation, { state: "ready" }>, "file" | "inputs">,
): Promise<FinishedRun> {
  return runWorkflow(options, { file, inputs, limitMinutes, name: `The run of ${file}` });
}
