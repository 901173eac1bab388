import { Secret } from "../../src/shared/secret.ts";
import { fillIn, type Scope } from "./expressions.ts";
import type { Workflow } from "./workflow-file.ts";
import { WorkflowRefused } from "./yaml-reader.ts";

/** The trigger of a run. If undefined, expressions cannot use the run's branch, commit or file. */
export interface RunTrigger {
  readonly event: string;
  /** `refs/heads/…` or `refs/tags/…` */
  readonly ref: string;
  readonly sha: string;
  /** Path of the workflow file. */
  readonly path: string;
}

/**
 * Values that all jobs share. Secrets and outputs are not included, because they differ between
 * jobs.
 */
export type RunScope = Omit<Scope, "secrets" | "outputs">;

/** Facts about a run. */
export interface ScopeSource {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, string>>;
  /** `owner/name` */
  readonly repository: string;
  readonly apiUrl: string;
  /** Workflow token of the run. */
  readonly forgeToken: string;
  readonly runId?: string;
  readonly trigger?: RunTrigger;
}

export function createScope(workflow: Workflow, run: ScopeSource): RunScope {
  const [owner = ""] = run.repository.split("/");
  return {
    variables: upperCaseNames(Object.entries(run.variables)),
    inputs: fillInputs(workflow, run.inputs),
    run: {
      api_url: run.apiUrl,
      event_name: "workflow_dispatch",
      repository: run.repository,
      repository_owner: owner,
      server_url: new URL(run.apiUrl).origin,
      workflow: workflow.name,
      ...(run.runId !== undefined && { run_id: run.runId }),
      ...(run.trigger && describeTrigger(run.repository, run.trigger)),
    },
    token: new Secret(run.forgeToken),
    needs: new Map(),
  };
}

/** @see [doc] actions/reference/workflows-and-actions/contexts */
function describeTrigger(repository: string, { event, ref, sha, path }: RunTrigger) {
  const ref_name = ref.replace(/^refs\/(?:heads|tags)\//, "");
  const workflow_ref = `${repository}/${path}@${ref}`;
  return { event_name: event, ref, ref_name, sha, workflow_ref };
}

function fillInputs(
  workflow: Workflow,
  given: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const inputs: Record<string, string> = {};
  for (const [name, rule] of Object.entries(workflow.inputs)) {
    const value = given[name] ?? rule.default;
    inputs[name] = typeof value === "string" ? value : JSON.stringify(value);
    if (rule.required && inputs[name] === "") {
      throw new WorkflowRefused(`The input "${name}" is required.`);
    }
  }
  return inputs;
}

/** Evaluates the expressions in text that is public, such as a name or title. */
export function fillInOpenly(text: string, scope: RunScope): string {
  return fillIn(text, openScope(scope), "secrets refused");
}

export function openScope(scope: RunScope): Scope {
  return { ...scope, secrets: new Map(), outputs: new Map() };
}

/** Converts names to upper case, because names of secrets and variables ignore case. */
export function upperCaseNames<T>(entries: readonly (readonly [string, T])[]): Map<string, T> {
  return new Map(entries.map(([name, value]) => [name.toUpperCase(), value]));
}
