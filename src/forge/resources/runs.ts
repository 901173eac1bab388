import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readPages } from "../pages.ts";
import type { Listing } from "../listing.ts";
import { find } from "../read.ts";
import { listUnder, readShape, integer } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";

export interface Run {
  readonly id: number;
  readonly title: string;
  readonly event: string;
  /** File name of the workflow, without its directory. */
  readonly file: string;
  /** Name of the account that started the run; undefined if the account was deleted. */
  readonly actor: string | undefined;
  readonly status: string;
  readonly conclusion: string | undefined;
  /** ISO 8601 */
  readonly createdAt: string;
  readonly link: string;
}

export const runFields = v.object({
  id: integer,
  display_title: v.optional(v.string(), ""),
  event: v.optional(v.string(), ""),
  /** Path of the workflow file: `.github/workflows/NAME`, followed by `@REF` on some servers. */
  path: v.optional(v.string(), ""),
  actor: v.nullish(v.object({ login: v.string() })),
  status: v.nullable(v.string()),
  conclusion: v.nullish(v.string()),
  created_at: v.string(),
  html_url: v.string(),
});

export function toRun(run: v.InferOutput<typeof runFields>): Run {
  return {
    id: run.id,
    title: run.display_title,
    event: run.event,
    file: run.path.replace(/@.*$/, "").replace(/^.*\//, ""),
    actor: run.actor?.login,
    status: run.status ?? "unknown",
    conclusion: run.conclusion ?? undefined,
    createdAt: run.created_at,
    link: run.html_url,
  };
}

export const runShape = v.pipe(runFields, v.transform(toRun));

const runsShape = listUnder("workflow_runs", runShape);

export interface RunFilter {
  readonly status?: string;
  readonly since?: Date;
  readonly signal?: AbortSignal;
}

/** GitHub returns only the newest thousand entries of a filtered list. */
const mostRuns = 1000;

/**
 * Lists the runs of a repository, newest first.
 * @see GET /repos/{owner}/{repo}/actions/runs
 */
export function listRuns(
  client: ForgeClient,
  { full }: RepositoryName,
  { status, since, signal }: RunFilter,
): Promise<Listing<Run>> {
  const query = new URLSearchParams({
    ...(status !== undefined && { status }),
    ...(since && { created: `>=${since.toISOString()}` }),
  });
  const path = `/repos/${full}/actions/runs?${query.toString()}`;
  return readPages(client, path, {
    shape: runsShape,
    mostPages: mostRuns / 100,
    mostEntries: mostRuns,
    ...(signal && { signal }),
  });
}

/** @see GET /repos/{owner}/{repo}/actions/runs/{run_id} */
export function findRun(
  client: ForgeClient,
  { full }: RepositoryName,
  id: number,
  signal?: AbortSignal,
): Promise<Run | undefined> {
  return find(client, `/repos/${full}/actions/runs/${id}`, runShape, {
    ...(signal && { signal }),
  });
}

/**
 * Cancels a run. Returns false if GitHub reports that the run cannot be cancelled with this
 * request.
 * @see POST …/runs/{run_id}/cancel, …/force-cancel
 */
export async function cancelRun(
  client: ForgeClient,
  { full }: RepositoryName,
  { id, way }: { readonly id: number; readonly way: "cancel" | "force-cancel" },
): Promise<boolean> {
  const path = `/repos/${full}/actions/runs/${id}/${way}`;
  return (await client.request("POST", path, { accept: [409] })).status !== 409;
}

/** One job in one attempt of a run. */
export interface Job {
  readonly id: number;
  readonly name: string;
  readonly status: string | undefined;
  readonly conclusion: string | undefined;
  readonly link: string | undefined;
  readonly steps: readonly JobStep[];
}

interface JobStep {
  readonly name: string;
  readonly conclusion: string | undefined;
  /** ISO 8601 */
  readonly endedAt: string | undefined;
}

const stepShape = v.pipe(
  v.object({
    name: v.string(),
    conclusion: v.nullish(v.string()),
    completed_at: v.nullish(v.string()),
  }),
  v.transform(({ name, conclusion, completed_at: endedAt }): JobStep => ({
    name,
    conclusion: conclusion ?? undefined,
    endedAt: endedAt ?? undefined,
  })),
);

const jobShape = v.pipe(
  v.object({
    id: integer,
    name: v.string(),
    status: v.nullish(v.string()),
    conclusion: v.nullish(v.string()),
    html_url: v.nullish(v.string()),
    steps: v.nullish(v.array(stepShape)),
  }),
  v.transform(({ id, name, status, conclusion, html_url: link, steps }): Job => ({
    id,
    name,
    status: status ?? undefined,
    conclusion: conclusion ?? undefined,
    link: link ?? undefined,
    steps: steps ?? [],
  })),
);

/**
 * Lists the jobs of a run.
 * @param attempts attempts to include: only the last one, or all
 * @see GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs
 */
export function listJobs(
  client: ForgeClient,
  { full }: RepositoryName,
  { id, attempts, signal }: { id: number; attempts: "latest" | "all"; signal?: AbortSignal },
): Promise<Listing<Job>> {
  const path = `/repos/${full}/actions/runs/${id}/jobs?filter=${attempts}`;
  return readPages(client, path, { shape: listUnder("jobs", jobShape), ...(signal && { signal }) });
}

/**
 * Reads the log of a job. GitHub redirects the request to its storage, to which no credential is
 * sent.
 * @see GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs
 */
export async function readJobLog(
  client: ForgeClient,
  { full }: RepositoryName,
  id: number,
  signal?: AbortSignal,
): Promise<string> {
  const path = `/repos/${full}/actions/jobs/${id}/logs`;
  const { body, title } = await client.request("GET", path, { signal, mayLeaveHost: true });
  return readShape(v.optional(v.string(), ""), body, title);
}
