import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { read } from "../read.ts";
import { listUnder, wholeNumber } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import { runFields, toRun } from "./runs.ts";
import type { Run } from "./runs.ts";

/** A run, and the workflow that it is one of. */
export interface LatestRun extends Run {
  readonly workflowId: number;
  readonly workflow: string;
  /** Counts the runs of the workflow. */
  readonly number: number;
  /** When its latest attempt began. ISO 8601 */
  readonly startedAt: string;
  /** When it was last heard of: of one that is over, its end. ISO 8601 */
  readonly updatedAt: string;
}

const fields = v.object({
  ...runFields.entries,
  workflow_id: wholeNumber,
  name: v.nullish(v.string()),
  run_number: wholeNumber,
  run_started_at: v.nullish(v.string()),
  updated_at: v.string(),
});

const shape = listUnder(
  "workflow_runs",
  v.pipe(
    fields,
    v.transform((run): LatestRun => ({
      ...toRun(run),
      workflowId: run.workflow_id,
      workflow: run.name ?? "",
      number: run.run_number,
      startedAt: run.run_started_at ?? run.created_at,
      updatedAt: run.updated_at,
    })),
  ),
);

/** As many as the answer stays small enough for, to be kept and asked for again by its ETag. */
const mostRuns = 30;

/** The latest thirty, newest first. @see GET /repos/{owner}/{repo}/actions/runs */
export function listLatestRuns(
  client: ForgeClient,
  { full }: RepositoryName,
  signal?: AbortSignal,
): Promise<LatestRun[]> {
  const path = `/repos/${full}/actions/runs?per_page=${mostRuns}`;
  return read(client, path, shape, { signal });
}
