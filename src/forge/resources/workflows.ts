import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readMessage } from "../explain-answer.ts";
import { find } from "../read.ts";
import { listUnder, readShape, integer } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import type { Run } from "./runs.ts";
import { runShape } from "./runs.ts";

/** A workflow of a repository, identified by the name of its file in the workflow directory. */
export interface WorkflowLocation {
  readonly repository: RepositoryName;
  readonly file: string;
  readonly signal: AbortSignal;
}

/** A run whose ID GitHub returned when the run was started. */
export interface DispatchedRun {
  readonly id: number;
  readonly link: string | undefined;
}

/** Result of a request to start a workflow. */
export type Dispatch =
  /** The run's ID and page; undefined if GitHub does not return them at once. */
  | { readonly isTaken: true; readonly run: DispatchedRun | undefined }
  /** GitHub might not have registered a newly committed file yet. */
  | { readonly isTaken: false; readonly reason: "unknown" }
  | { readonly isTaken: false; readonly reason: "refused"; readonly message: string };

/**
 * Starts a workflow on a branch.
 * @see POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches
 */
export async function dispatchWorkflow(
  client: ForgeClient,
  { repository, file, signal }: WorkflowLocation,
  start: { readonly ref: string; readonly inputs: Readonly<Record<string, string>> },
): Promise<Dispatch> {
  const path = `/repos/${repository.full}/actions/workflows/${file}/dispatches`;
  const accept = [400, 404, 422];
  const post = (body: object) => client.request("POST", path, { signal, body, accept });
  let answer = await post({ ...start, return_run_details: true });
  // Older servers reject the parameter that requests the run's ID.
  if (isRefused(answer)) answer = await post(start);
  if (answer.status === 404) return { isTaken: false, reason: "unknown" };
  if (isRefused(answer)) {
    return { isTaken: false, reason: "refused", message: readMessage(answer) };
  }
  return { isTaken: true, run: readShape(detailsShape, answer.body, answer.title) };
}

function isRefused({ status }: { readonly status: number }): boolean {
  return status === 400 || status === 422;
}

const detailsShape = v.pipe(
  v.optional(v.object({ workflow_run_id: v.optional(integer), html_url: v.optional(v.string()) })),
  v.transform((details): DispatchedRun | undefined => {
    const id = details?.workflow_run_id;
    return id === undefined ? undefined : { id, link: details?.html_url };
  }),
);

/** Returns the latest twenty manually started runs; empty until GitHub knows the workflow. */
export async function listDispatchedRuns(
  client: ForgeClient,
  { repository, file, signal }: WorkflowLocation,
): Promise<Run[]> {
  const workflow = `/repos/${repository.full}/actions/workflows/${file}`;
  const path = `${workflow}/runs?event=workflow_dispatch&per_page=20`;
  return (await find(client, path, listUnder("workflow_runs", runShape), { signal })) ?? [];
}
