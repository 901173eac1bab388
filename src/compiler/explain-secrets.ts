import { macrosIn } from "./engine/variables.ts";
import type { CheckoutStep, EnvValue, Job, Pipeline, Step } from "./pipeline/pipeline.ts";
import type { YamlMap, YamlNode } from "../yaml/yaml-node.ts";

export interface SecretReach {
  readonly job: string;
  readonly step: string;
  /** Name of a pipeline variable or service connection. */
  readonly secret: string;
  readonly kind:
    | "secret variable"
    | "variable, not secret"
    | "minted in this job"
    | "written in the definition"
    | "service connection"
    | "named by you";
  readonly why: string;
}

/**
 * Lists the secrets that each step receives. Reads the pipeline itself, so the list is complete.
 */
export function explainSecrets({ jobs, repositories }: Pipeline): readonly SecretReach[] {
  return jobs.flatMap((job) => {
    let authored = 0;
    return job.steps.flatMap((step) => {
      if (step.kind === "checkout") return checkoutReach(job, step, repositories);
      if (step.kind !== "author") return reachOf(job, step);
      authored += 1;
      const location = { job: job.id, step: `your step ${authored}` };
      return authoredReach(step.step).map((reach) => ({ ...location, ...reach }));
    });
  });
}

type Reach = Pick<SecretReach, "secret" | "kind" | "why">;

/** Returns the service connection that reads another repository. */
function checkoutReach(
  { id: job }: Job,
  { repository: alias }: CheckoutStep,
  repositories: Pipeline["repositories"],
): readonly SecretReach[] {
  const endpoint = repositories.find((each) => each.alias === alias)?.fields["endpoint"];
  if (typeof endpoint !== "string") return [];
  const step = `Check out ${alias}`;
  return [
    { job, step, secret: endpoint, kind: "service connection", why: "to read the repository" },
  ];
}

function reachOf(
  { id: job }: Job,
  step: Exclude<Step, { kind: "author" | "checkout" }>,
): readonly SecretReach[] {
  const reaches = Object.values(step.env ?? {}).flatMap((value) => variableOf(value));
  const connection = step.kind === "task" ? step.connection : undefined;
  const connections: readonly Reach[] = connection
    ? [{ secret: connection.name, kind: "service connection", why: connection.why }]
    : [];
  return [...reaches, ...connections].map((reach) => ({ job, step: step.displayName, ...reach }));
}

const kinds = {
  variable: "secret variable",
  setting: "variable, not secret",
  minted: "minted in this job",
  literal: "written in the definition",
} as const;

function variableOf(value: EnvValue): readonly Reach[] {
  if (typeof value === "string") return [];
  return [{ secret: value.variable, kind: kinds[value.origin], why: value.why }];
}

function authoredReach(step: YamlMap): readonly Reach[] {
  const names = [...new Set(textsIn(step).flatMap(macrosIn))].filter(isPersons);
  return [
    ...names.map((secret) => ({
      secret,
      kind: "named by you" as const,
      why: "passed to the step if it is a pipeline variable",
    })),
    ...connectionsOf(step).map((secret) => ({
      secret,
      kind: "service connection" as const,
      why: "the task uses it to sign in",
    })),
  ];
}

/**
 * Prefixes of predefined variables, which are not secret.
 * @see https://learn.microsoft.com/azure/devops/pipelines/build/variables
 */
const services = /^(?:agent|build|common|environment|pipeline|release|resources|system)\./i;

/**
 * Returns whether the name in `$(…)` is a user-defined variable, not a command substitution or a
 * predefined variable. The predefined System.AccessToken also counts, because it is a secret.
 */
function isPersons(name: string): boolean {
  if (!/^[\w.-]+$/.test(name)) return false;
  return !services.test(name) || name.toLowerCase() === "system.accesstoken";
}

/** Task inputs that name a service connection. */
const connects = /subscription$|connection$|connectedservice|endpoint|registry$/i;

/** Searches all inputs, because a template expression may contain the step or its inputs. */
function connectionsOf(node: YamlNode, isInput = false): readonly string[] {
  if (node.kind === "scalar") return [];
  if (node.kind === "list") return node.items.flatMap((item) => connectionsOf(item, isInput));
  return node.fields.flatMap(({ key, value }) => {
    if (value.kind !== "scalar") return connectionsOf(value, isInput || key.text === "inputs");
    return isInput && connects.test(key.text) ? [value.text] : [];
  });
}

function textsIn(node: YamlNode): readonly string[] {
  if (node.kind === "scalar") return [node.text];
  if (node.kind === "list") return node.items.flatMap(textsIn);
  return node.fields.flatMap(({ key, value }) => [key.text, ...textsIn(value)]);
}
