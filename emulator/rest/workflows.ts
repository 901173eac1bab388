import { forRepository } from "../auth/doors.ts";
import { invalid, noContent, notFound, ok, Refusal, type Replying } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readText } from "../http/fields.ts";
import { page } from "../http/paging.ts";
import { get, post, put, type Route } from "../http/routes.ts";
import { readWorkflowText } from "../runner/read-workflow-text.ts";
import { readDispatchInputs } from "../runner/workflow-file.ts";
import { WorkflowRefused } from "../runner/yaml-reader.ts";
import { runShape, workflowShape } from "../shapes/workflow.ts";
import { headOf } from "../state/git-objects.ts";
import type { Repository, Workflow } from "../state/repository.ts";
import { changeTime } from "../state/timestamp.ts";
import { findWorkflow } from "../state/workflows.ts";
import { readInputs } from "./dispatch-inputs.ts";
import { listRunsOf } from "./runs.ts";
import { wire } from "../wire.ts";

const all = "/repos/:owner/:repo/actions/workflows";
const one = `${all}/:workflow`;

export const workflowRoutes: Route[] = [
  get("/repos/:owner/:repo/actions/permissions", forRepository("administration:read", showSwitch)),
  get(all, forRepository("actions:read", listWorkflows)),
  get(one, onWorkflow("read", showWorkflow)),
  get(`${one}/runs`, onWorkflow("read", listRuns)),
  post(`${one}/dispatches`, onWorkflow("write", dispatch)),
  put(`${one}/disable`, onWorkflow("write", changeState("disabled_manually"))),
  put(`${one}/enable`, onWorkflow("write", changeState("active"))),
];

interface Target {
  repository: Repository;
  workflow: Workflow;
}

function onWorkflow(level: "read" | "write", handle: (call: Call, target: Target) => Replying) {
  return forRepository(`actions:${level}`, (call, repository) => {
    const workflow = findWorkflow(repository, param(call, "workflow"));
    if (!workflow) throw notFound();
    return handle(call, { repository, workflow });
  });
}

function listWorkflows(call: Call, repository: Repository) {
  const present = repository.workflows.filter(({ state }) => state !== "deleted");
  return page(call, present, (shown, total) => ({
    total_count: total,
    workflows: shown.map((each) => workflowShape(call.urls, repository, each)),
  }));
}

/** Shows whether the repository runs workflows. */
function showSwitch(_: Call, { switchedOff }: Repository) {
  const enabled = !switchedOff?.includes("actions");
  return ok({ enabled, ...(enabled && { allowed_actions: "all" }), sha_pinning_required: false });
}

function showWorkflow(call: Call, { repository, workflow }: Target) {
  return ok(workflowShape(call.urls, repository, workflow));
}

function listRuns(call: Call, { repository, workflow }: Target) {
  const own = repository.runs.filter(({ workflowId }) => workflowId === workflow.id);
  return listRunsOf(call, repository, own);
}

/** Starts a run and responds before the run begins, as GitHub does. */
async function dispatch(call: Call, { repository, workflow }: Target) {
  const body = readBody(call);
  const ref = readText(body, "ref").replace(/^refs\/heads\//, "");
  if (ref !== repository.defaultBranch) throw invalid(`No ref found for: ${ref}`);
  if (workflow.state !== "active") {
    throw new Refusal(422, "Cannot trigger a 'workflow_dispatch' on a disabled workflow");
  }
  const yaml = await readWorkflowText(workflow.path, repository.files).catch(refuseAgentic);
  const rules = readRules(yaml);
  if (!rules) throw new Refusal(422, "Workflow does not have 'workflow_dispatch' trigger");
  const inputs = readInputs(body["inputs"], rules);
  const actor = "user" in call.caller ? call.caller.user.login : wire.actionsBot;
  const trigger = {
    event: "workflow_dispatch",
    ref: `refs/heads/${ref}`,
    sha: headOf(repository),
  } as const;
  const wanted = { repository, workflow, yaml, inputs, actor, trigger };
  const run = await call.forge.runs.start(wanted);
  if (body["return_run_details"] !== true) return noContent;
  const { html_url, url } = runShape(call.urls, call.forge.world, { repository, run });
  return ok({ workflow_run_id: run.id, run_url: url, html_url });
}

function refuseAgentic(error: unknown): never {
  if (error instanceof WorkflowRefused) throw invalid(error.message);
  throw error;
}

/** @see [issue] nodejs/release-cloudflare-worker#1020 */
function readRules(yaml: string): ReturnType<typeof readDispatchInputs> {
  try {
    return readDispatchInputs(yaml);
  } catch (error) {
    if (!(error instanceof WorkflowRefused)) throw error;
    throw new Refusal(422, `Invalid Argument - failed to parse workflow: ${error.message}`);
  }
}

function changeState(state: Workflow["state"]) {
  return ({ forge }: Call, { workflow }: Target) => {
    const updatedAt = changeTime(workflow.updatedAt, forge.now());
    forge.change(() => Object.assign(workflow, { state, updatedAt }));
    return noContent;
  };
}
