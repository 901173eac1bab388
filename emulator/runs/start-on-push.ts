import type { Call } from "../http/call.ts";
import { isPushTrigger, skipsRuns } from "../runner/push-trigger.ts";
import { readWorkflowText } from "../runner/read-workflow-text.ts";
import { WorkflowRefused } from "../runner/yaml-reader.ts";
import { changedPaths } from "../state/push.ts";
import type { Repository, RepositoryFile, Workflow } from "../state/repository.ts";
import { isWorkflow, registerWorkflow } from "../state/workflows.ts";
import { wire } from "../wire.ts";

export interface Push {
  /** `refs/heads/…` or `refs/tags/…` */
  readonly ref: string;
  readonly sha: string;
  readonly message: string;
  readonly before: readonly RepositoryFile[];
  readonly after: readonly RepositoryFile[];
}

/**
 * Starts the workflows that a push triggers, as they are in the pushed commit. A push with a run's
 * token does not start workflows.
 * @see [doc] actions/concepts/security/github_token
 */
export async function startOnPush(call: Call, repository: Repository, push: Push): Promise<void> {
  const isOff = repository.switchedOff?.includes("actions") ?? false;
  if (call.caller.kind === "workflow" || isOff || skipsRuns(push.message)) return;
  const { ref, sha, after } = push;
  const event = { ref, paths: changedPaths(push.before, after) };
  const actor = "user" in call.caller ? call.caller.user.login : wire.actionsBot;
  for (const file of after.filter((each) => namesPush(each) && isWorkflow(each))) {
    const yaml = await readIfCompiled(file.path, after);
    if (!isPushTrigger(yaml, event)) continue;
    const workflow = workflowOf(call, repository, file);
    if (workflow.state === "disabled_manually") continue;
    const trigger = { event: "push", ref, sha } as const;
    await call.forge.runs.start({ repository, workflow, yaml, inputs: {}, actor, trigger });
  }
}

/**
 * Returns whether a file mentions pushes. Most files do not, so they do not have to be parsed for
 * each push.
 */
function namesPush({ content }: RepositoryFile): boolean {
  return Buffer.from(content, "base64").includes("push");
}

async function readIfCompiled(path: string, files: readonly RepositoryFile[]): Promise<string> {
  return readWorkflowText(path, files).catch((error: unknown) => {
    if (error instanceof WorkflowRefused) return "";
    throw error;
  });
}

/**
 * Returns the workflow that a file defines. If the file is outside the default branch, its first
 * run registers the workflow.
 */
function workflowOf({ forge }: Call, repository: Repository, file: RepositoryFile): Workflow {
  const find = () => repository.workflows.find(({ path }) => path === file.path);
  const known = find();
  if (known) return known;
  forge.change((world) => registerWorkflow(world, repository, { file, now: forge.now() }));
  const made = find();
  if (!made) throw new Error(`the workflow ${file.path} was not registered`);
  return made;
}
