import { forRepository } from "../auth/doors.ts";
import { created, notFound, ok, Refusal, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { page } from "../http/paging.ts";
import { get, post, type Route } from "../http/routes.ts";
import { jobShape, runShape } from "../shapes/workflow.ts";
import { attemptOf, allJobs } from "../state/attempts.ts";
import type { Repository, Run } from "../state/repository.ts";
import { eventOf, refOf } from "../state/run-ref.ts";

const actions = "/repos/:owner/:repo/actions";
const run = `${actions}/runs/:run`;
const attempt = `${run}/attempts/:attempt`;

/** Reruns of workflow runs. Each rerun is a new attempt of the same run. */
export const attemptRoutes: Route[] = [
  get(attempt, forRepository("actions:read", showAttempt)),
  get(`${attempt}/jobs`, forRepository("actions:read", listJobsOfAttempt)),
  post(`${run}/rerun`, forRepository("actions:write", rerun)),
  post(`${run}/rerun-failed-jobs`, forRepository("actions:write", rerunFailed)),
  post(`${actions}/jobs/:job/rerun`, forRepository("actions:write", rerunJob)),
];

function runOf(call: Call, repository: Repository): Run {
  const id = Number(param(call, "run"));
  const found = repository.runs.find((each) => each.id === id);
  if (!found) throw notFound();
  return found;
}

function attemptOfPath(call: Call, repository: Repository): Run {
  const found = attemptOf(runOf(call, repository), Number(param(call, "attempt")));
  if (!found) throw notFound();
  return found;
}

function showAttempt(call: Call, repository: Repository): Reply {
  const found = attemptOfPath(call, repository);
  return ok(runShape(call.urls, call.forge.world, { repository, run: found }));
}

function listJobsOfAttempt(call: Call, repository: Repository): Reply {
  const found = attemptOfPath(call, repository);
  return page(call, found.jobs, (shown, total) => ({
    total_count: total,
    jobs: shown.map((job) => jobShape(call.urls, { repository, run: found, job })),
  }));
}

function rerun(call: Call, repository: Repository): Reply {
  return startAgain(call, repository, runOf(call, repository));
}

/** Reruns a run that did not succeed. Unlike GitHub, the embedded forge always reruns all jobs. */
function rerunFailed(call: Call, repository: Repository): Reply {
  const found = runOf(call, repository);
  if (found.conclusion === "success") throw cannotBeRetried();
  return startAgain(call, repository, found);
}

function rerunJob(call: Call, repository: Repository): Reply {
  const id = Number(param(call, "job"));
  const found = repository.runs.find((each) => allJobs(each).some((job) => job.id === id));
  if (!found) throw notFound();
  if (found.status !== "completed") {
    throw new Refusal(403, "The workflow run containing this job is already running");
  }
  return startAgain(call, repository, found);
}

const retriedMilliseconds = 30 * 86_400_000;

const cannotBeRetried = () => new Refusal(403, "This workflow run cannot be retried");

function startAgain({ forge }: Call, repository: Repository, found: Run): Reply {
  if (found.status !== "completed") throw new Refusal(403, "This workflow is already running");
  const workflow = repository.workflows.find(({ id }) => id === found.workflowId);
  const isOld = forge.now().getTime() - new Date(found.createdAt).getTime() > retriedMilliseconds;
  if (isOld || !workflow || found.source === undefined) throw cannotBeRetried();
  const { actor, source, headSha: sha } = found;
  const trigger = { event: eventOf(found), ref: refOf(repository, found), sha };
  forge.runs.restart(found, { repository, workflow, actor, trigger, ...source });
  return created({});
}
