import { isRefused } from "../../forge/forge-errors.ts";
import { findRun, listJobs } from "../../forge/resources/runs.ts";
import type { Job } from "../../forge/resources/runs.ts";
import type { RunOptions, SeenRun, StartedRun } from "../repository/run-workflow.ts";

type Session = Pick<RunOptions, "client" | "repository" | "signal">;

/** Follows a run to the end of those of its jobs that matter. */
export interface JobsFollowed {
  readonly find: (run: StartedRun) => Promise<SeenRun | undefined>;
  /** The jobs of the run that has ended, as the last look told them or as they are read now. */
  readonly read: (id: number) => Promise<readonly Job[]>;
}

/**
 * Looks at the jobs, whose states tell the run's, so that they need not be read once more when it is over. Only as long
 * as they are under way: a run that waits, is cancelled before that, or cannot start at all has no job that tells of it,
 * and is looked at itself, until it is in progress.
 * @param names of the jobs that matter
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

/** A run is not everywhere at once: whether this one is there at all, it tells itself. */
function noneYet(error: unknown): readonly Job[] {
  if (isRefused(error, 404)) return [];
  throw error;
}

/** Undefined where they do not tell. */
function evaluateJobs(
  jobs: readonly Job[],
  names: readonly string[],
): "in_progress" | "completed" | undefined {
  const states = names.map((name) => jobs.find((job) => job.name === name)?.status);
  if (states.every((status) => status === "completed")) return "completed";
  return states.includes("in_progress") ? "in_progress" : undefined;
}
