import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { read } from "../read.ts";
import { listUnder, integer } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import { runFields, toRun } from "./runs.ts";
import type { Run } from "./runs.ts";

export interface LatestRun extends Run {
  readonly workflowId: number;
  readonly workflow: string;
  /** Run number within the workflow. */
  readonly number: number;
  /** Start of the latest attempt (ISO 8601). */
  readonly startedAt: string;
  /** Time of the last update (ISO 8601). For a completed run, this is when the run ended. */
  readonly updatedAt: string;
}

const fields = v.object({
  ...runFields.entries,
  workflow_id: integer,
  name: v.nullish(v.string()),
  run_number: integer,
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

/** Number of runs to request. The response must be small enough to be stored with its ETag. */
const mostRuns = 30;

/**
 * Returns the latest thirty runs, newest first.
 * @see GET /repos/{owner}/{repo}/actions/runs
 */
export function listLatestRuns(
  client: ForgeClient,
  { full }: RepositoryName,
  signal?: AbortSignal,
): Promise<LatestRun[]> {
  const path = `/repos/${full}/actions/runs?per_page=${mostRuns}`;
  return read(client, path, shape, { signal });
}
