import { macrosIn } from "./engine/variables.ts";
import type { EnvValue, Job, Pipeline, Step } from "./pipeline/pipeline.ts";
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
export function explainSecrets({ jobs }: Pipeline): readonly SecretReach[] {
  return jobs.flatMap((job) => {
    let authored = 0;
    return job.steps.flatMap((step) => {
      if (step.kind !== "author") return reachOf(job, step);
      authored += 1;
      const location = { job: job.id, step: `your step ${authored}` };
      return authoredReach(step.step).map((reach) => ({ ...location, ...reach }));
    });
  });
}

type Reach = Pick<SecretReach, "secret" | "kind" | "why">;

function reachOf(
  { id: job }: Job,
  step: Exclude<Step, { kind: "author" }>,
): readonly SecretReach[] {
  if (step.kind === "checkout") return [];
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

function connectionsOf({ fields }: YamlMap): readonly string[] {
  const inputs = fields.find(({ key }) => key.text === "inputs")?.value;
  if (inputs?.kind !== "map") return [];
  return inputs.fields.flatMap(({ key, value }) =>
    connects.test(key.text) && value.kind === "scalar" ? [value.text] : [],
  );
}

function textsIn(node: YamlNode): readonly string[] {
  if (node.kind === "scalar") return [node.text];
  if (node.kind === "list") return node.items.flatMap(textsIn);
  return node.fields.flatMap(({ key, value }) => [key.text, ...textsIn(value)]);
}
