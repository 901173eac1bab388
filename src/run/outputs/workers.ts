import { InvalidInput } from "../../shared/errors.ts";
import { isWorkflowFile } from "../../shared/workflow-file.ts";
import type { PlannedOutput } from "./plan-outputs.ts";
import type { ProposalFault } from "./read-proposals.ts";

/**
 * Returns the names of the workflow files that a dispatch can start. Called only if there is a
 * dispatch to check.
 */
export type ListWorkers = () => ReadonlySet<string>;

/** @throws InvalidInput for a value that is not a workflow file name */
export function readWorkers(words: readonly string[]): ReadonlySet<string> {
  const wrong = words.find((word) => !isWorkflowFile(word));
  if (wrong === undefined) return new Set(words);
  throw new InvalidInput(
    `--worker "${wrong}" is not a workflow file name. Use a file name without a path, such as worker.yml.`,
  );
}

/**
 * Returns an error for each planned dispatch of a workflow that is not listed. Names are compared
 * exactly. The forge would also accept a number or a path, which could identify an unapproved
 * workflow.
 */
export function findUnlistedWorkers(
  outputs: readonly PlannedOutput[],
  listWorkers: ListWorkers,
): ProposalFault[] {
  const dispatches = outputs.flatMap(({ line, proposal, left }) =>
    proposal.type === "dispatch" && left === undefined ? [{ line, name: proposal.workflow }] : [],
  );
  if (dispatches.length === 0) return [];
  const workers = listWorkers();
  return dispatches
    .filter(({ name }) => !workers.has(name))
    .map(({ line, name }) => ({ line, reason: `starts ${name}, which is not a listed worker` }));
}
