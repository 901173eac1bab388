import { forRepository } from "../auth/doors.ts";
import { accepted, noContent, notFound, ok, Refusal, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { page } from "../http/paging.ts";
import { get, post, remove, type Route } from "../http/routes.ts";
import { jobShape, runShape } from "../shapes/workflow.ts";
import type { Repository, Run } from "../state/repository.ts";
import { allJobs } from "../state/attempts.ts";
import { filterRuns, mostFiltered } from "./run-filters.ts";

const all = "/repos/:owner/:repo/actions/runs";
const one = `${all}/:run`;

export const runRoutes: Route[] = [
  get(
    all,
    forRepository("actions:read", (call, repository) =>
      listRunsOf(call, repository, repository.runs),
    ),
  ),
  get(one, onRun("read", showRun)),
  remove(one, onRun("write", removeRun)),
  get(`${one}/jobs`, onRun("read", listJobs)),
  post(`${one}/cancel`, onRun("write", cancelRun)),
  post(`${one}/force-cancel`, onRun("write", cancelRun)),
  get("/repos/:owner/:repo/actions/jobs/:job", onJob(showJob)),
];

interface Target {
  repository: Repository;
  run: Run;
}

function onRun(level: "read" | "write", handle: (call: Call, target: Target) => Reply) {
  return forRepository(`actions:${level}`, (call, repository) => {
    const id = Number(param(call, "run"));
    const run = repository.runs.find((each) => each.id === id);
    if (!run) throw notFound();
    return handle(call, { repository, run });
  });
}

function onJob(handle: (call: Call, target: Target & { job: Run["jobs"][number] }) => Reply) {
  return forRepository("actions:read", (call, repository) => {
    const id = Number(param(call, "job"));
    for (const run of repository.runs) {
      const job = allJobs(run).find((each) => each.id === id);
      if (job) return handle(call, { repository, run, job });
    }
    throw notFound();
  });
}

/** Lists runs, newest first. */
export function listRunsOf(call: Call, repository: Repository, runs: readonly Run[]): Reply {
  const { urls, forge, query } = call;
  const shapes = runs
    .toSorted((one, other) => other.number - one.number)
    .map((run) => runShape(urls, forge.world, { repository, run }));
  const { found, isFiltered } = filterRuns(query, shapes);
  return page(call, isFiltered ? found.slice(0, mostFiltered) : found, (shown) => ({
    total_count: found.length,
    workflow_runs: shown,
  }));
}

function showRun(call: Call, target: Target): Reply {
  return ok(runShape(call.urls, call.forge.world, target));
}

function removeRun({ forge }: Call, { repository, run }: Target): Reply {
  if (run.status !== "completed") throw new Refusal(403, "Could not delete the workflow run");
  forge.change(() => {
    repository.runs = repository.runs.filter((each) => each !== run);
  });
  return noContent;
}

function listJobs(call: Call, { repository, run }: Target): Reply {
  const jobs = call.query.get("filter") === "all" ? allJobs(run) : run.jobs;
  return page(call, jobs, (shown, total) => ({
    total_count: total,
    jobs: shown.map((job) => jobShape(call.urls, { repository, run, job })),
  }));
}

function showJob(call: Call, target: Target & { job: Run["jobs"][number] }): Reply {
  return ok(jobShape(call.urls, target));
}

function cancelRun({ forge }: Call, { run }: Target): Reply {
  if (run.status === "completed") {
    throw new Refusal(409, "Cannot cancel a workflow run that is completed.");
  }
  forge.runs.cancel(run);
  return accepted({});
}
