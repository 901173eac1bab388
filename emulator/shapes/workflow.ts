import type { Urls } from "../http/call.ts";
import { findAccount, fullName } from "../state/find.ts";
import { attemptOfJob, latestAttempt } from "../state/attempts.ts";
import type { Repository, Run, RunJob, RunStep, Workflow } from "../state/repository.ts";
import { eventOf, refOf, shortRef } from "../state/run-ref.ts";
import type { World } from "../state/world.ts";
import { nodeId, simpleUser, workflowBot } from "./account.ts";
import { minimalRepository } from "./repository.ts";

export function workflowShape({ api, web }: Urls, repository: Repository, workflow: Workflow) {
  const name = fullName(repository);
  const file = workflow.path.split("/").at(-1) ?? "";
  return {
    id: workflow.id,
    node_id: nodeId("W", workflow.id),
    name: workflow.name,
    path: workflow.path,
    state: workflow.state,
    created_at: workflow.createdAt,
    updated_at: workflow.updatedAt,
    url: `${api}/repos/${name}/actions/workflows/${workflow.id}`,
    html_url: `${web}/${name}/blob/${repository.defaultBranch}/${workflow.path}`,
    badge_url: `${web}/${name}/workflows/${file}/badge.svg`,
  };
}

export function runShape(
  urls: Urls,
  world: World,
  { repository, run }: { repository: Repository; run: Run },
) {
  const workflow = repository.workflows.find(({ id }) => id === run.workflowId);
  const account = findAccount(world, run.actor);
  const actor = account ? simpleUser(urls, account) : workflowBot(urls);
  const home = minimalRepository(urls, world, repository);
  return {
    id: run.id,
    node_id: nodeId("WFR", run.id),
    name: workflow?.name ?? null,
    display_title: run.title,
    path: workflow?.path ?? "",
    head_branch: shortRef(refOf(repository, run)),
    head_sha: run.headSha,
    run_number: run.number,
    run_attempt: latestAttempt(run),
    event: eventOf(run),
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: run.workflowId,
    check_suite_id: run.id,
    check_suite_node_id: nodeId("CS", run.id),
    ...runLinks(urls, repository, run),
    pull_requests: [],
    referenced_workflows: [],
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    run_started_at: run.startedAt,
    actor,
    triggering_actor: actor,
    head_commit: headCommit(run),
    repository: home,
    head_repository: home,
  };
}

function runLinks({ api, web }: Urls, repository: Repository, run: Run) {
  const home = `${api}/repos/${fullName(repository)}`;
  const url = `${home}/actions/runs/${run.id}`;
  return {
    url,
    html_url: `${web}/${fullName(repository)}/actions/runs/${run.id}`,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url:
      latestAttempt(run) > 1 ? `${url}/attempts/${latestAttempt(run) - 1}` : null,
    check_suite_url: `${home}/check-suites/${run.id}`,
    workflow_url: `${home}/actions/workflows/${run.workflowId}`,
  };
}

function headCommit({ headSha, createdAt }: Run) {
  const author = { name: "Embedded forge", email: "forge@example.com" };
  const commit = { id: headSha, tree_id: headSha, message: "Change files", timestamp: createdAt };
  return { ...commit, author, committer: author };
}

export function jobShape(
  { api, web }: Urls,
  { repository, run, job }: { repository: Repository; run: Run; job: RunJob },
) {
  const name = fullName(repository);
  const base = `${api}/repos/${name}`;
  const workflow = repository.workflows.find(({ id }) => id === run.workflowId);
  const isDone = job.conclusion !== null;
  return {
    id: job.id,
    node_id: nodeId("J", job.id),
    run_id: run.id,
    run_url: `${base}/actions/runs/${run.id}`,
    run_attempt: attemptOfJob(run, job),
    workflow_name: workflow?.name ?? null,
    head_branch: shortRef(refOf(repository, run)),
    head_sha: run.headSha,
    url: `${base}/actions/jobs/${job.id}`,
    html_url: `${web}/${name}/actions/runs/${run.id}/job/${job.id}`,
    check_run_url: `${base}/check-runs/${job.id}`,
    status: isDone ? "completed" : statusOf(job),
    conclusion: job.conclusion,
    created_at: run.createdAt,
    started_at: run.startedAt,
    completed_at: isDone ? run.updatedAt : null,
    name: job.name,
    labels: ["embedded"],
    runner_id: 1,
    runner_name: "embedded",
    runner_group_id: 1,
    runner_group_name: "Default",
    steps: job.steps.map(stepShape),
  };
}

function statusOf({ isPending, isWaiting }: RunJob): string {
  if (isPending) return "pending";
  return isWaiting ? "waiting" : "in_progress";
}

function stepShape({ name, number, conclusion, startedAt, completedAt }: RunStep) {
  const status = conclusion === null ? "in_progress" : "completed";
  return { name, number, status, conclusion, started_at: startedAt, completed_at: completedAt };
}
