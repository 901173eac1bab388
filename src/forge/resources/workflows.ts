import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readMessage } from "../explain-answer.ts";
import { find } from "../read.ts";
import { listUnder, readShape, wholeNumber } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import type { Run } from "./runs.ts";
import { runShape } from "./runs.ts";

/** A workflow of a repository, by its file's name within the folder of workflows. */
export interface WorkflowPlace {
  readonly repository: RepositoryName;
  readonly file: string;
  readonly signal: AbortSignal;
}

/** A run that the forge told of when it began. */
export interface DispatchedRun {
  readonly id: number;
  readonly link: string | undefined;
}

/** What became of the wish to start a workflow. */
export type Dispatch =
  /** The run's number and page, where the forge tells them at once. */
  | { readonly isTaken: true; readonly run: DispatchedRun | undefined }
  /** A file that was just written is not known everywhere at once. */
  | { readonly isTaken: false; readonly because: "unknown" }
  | { readonly isTaken: false; readonly because: "refused"; readonly message: string };

/**
 * Starts a workflow on a branch.
 * @see POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches
 */
export async function dispatchWorkflow(
  client: ForgeClient,
  { repository, file, signal }: WorkflowPlace,
  start: { readonly ref: string; readonly inputs: Readonly<Record<string, string>> },
): Promise<Dispatch> {
  const path = `/repos/${repository.full}/actions/workflows/${file}/dispatches`;
  const accept = [400, 404, 422];
  const post = (body: object) => client.request("POST", path, { signal, body, accept });
  let answer = await post({ ...start, return_run_details: true });
  // Older servers refuse the wish to be told of the run.
  if (isRefused(answer)) answer = await post(start);
  if (answer.status === 404) return { isTaken: false, because: "unknown" };
  if (isRefused(answer)) {
    return { isTaken: false, because: "refused", message: readMessage(answer) };
  }
  return { isTaken: true, run: readShape(detailsShape, answer.body, answer.title) };
}

function isRefused({ status }: { readonly status: number }): boolean {
  return status === 400 || status === 422;
}

const detailsShape = v.pipe(
  v.optional(
    v.object({ workflow_run_id: v.optional(wholeNumber), html_url: v.optional(v.string()) }),
  ),
  v.transform((details): DispatchedRun | undefined => {
    const id = details?.workflow_run_id;
    return id === undefined ? undefined : { id, link: details?.html_url };
  }),
);

/** The latest twenty runs that were started by hand; none while the forge does not know the workflow. */
export async function listDispatchedRuns(
  client: ForgeClient,
  { repository, file, signal }: WorkflowPlace,
): Promise<Run[]> {
  const workflow = `/repos/${repository.full}/actions/workflows/${file}`;
  const path = `${workflow}/runs?event=workflow_dispatch&per_page=20`;
  return (await find(client, path, listUnder("workflow_runs", runShape), { signal })) ?? [];
}
