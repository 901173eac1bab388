import { isRefused } from "../../forge/forge-errors.ts";
import { findRun, listJobs } from "../../forge/resources/runs.ts";
import type { Job } from "../../forge/resources/runs.ts";
import type { RunOptions, SeenRun, StartedRun } from "../repository/run-workflow.ts";

type Session = Pick<RunOptions, "client" | "repository" | "signal">;

/** Follows a run until its relevant jobs have ended. */
export interface JobsFollowed {
  readonly find: (run: StartedRun) => Promise<SeenRun | undefined>;
  /** Returns the jobs of a run that has ended. Sends a request only if they are not known yet. */
  readonly read: (id: number) => Promise<readonly Job[]>;
}

/**
 * Derives the run's state from its jobs, so that they do not have to be requested again when the
 * run ends. This works only while a job is in progress. If none is, for example because the run is
 * queued or was cancelled early, requests the run itself.
 *
 * @param names names of the relevant jobs
 */
export function followJobs(
  { client, repository, signal }: Session,
  names: readonly string[],
): JobsFollowed {
  let ended: readonly Job[] | undefined;
  let asksJobs = true;
  const list = async (id: number) =>
    (await listJobs(client, repository, { id, attempts: "latest", signal })).entries;
  const find: JobsFollowed["find"] = async ({ id, link }) => {
    if (asksJobs) {
      const jobs = await list(id).catch(noneYet);
      const status = evaluateJobs(jobs, names);
      if (status === "completed") ended = jobs;
      if (status !== undefined) return { id, link, status, conclusion: undefined };
    }
    const run = await findRun(client, repository, id, signal);
    asksJobs = run?.status === "in_progress";
    return run;
  };
  return { find, read: async (id) => ended ?? (await list(id)) };
}

/**
 * Handles a 404, because a new run is sometimes not available immediately. The caller then reads
 * the run itself, which shows whether the run exists.
 */
function noneYet(error: unknown): readonly Job[] {
  if (isRefused(error, 404)) return [];
  throw error;
}

/** Returns the run's state; undefined if the jobs do not determine it. */
function evaluateJobs(
  jobs: readonly Job[],
  names: readonly string[],
): "in_progress" | "completed" | undefined {
  const states = names.map((name) => jobs.find((job) => job.name === name)?.status);
  if (states.every((status) => status === "completed")) return "completed";
  return states.includes("in_progress") ? "in_progress" : undefined;
}
