import { macrosIn } from "./engine/variables.ts";
import type { EnvValue, Job, Pipeline, Step } from "./pipeline/pipeline.ts";
import type { YamlNode } from "./source/yaml-node.ts";

/** One secret that reaches one step. */
export interface SecretReach {
  readonly job: string;
  readonly step: string;
  /** The pipeline's variable, or a service connection. */
  readonly secret: string;
  readonly kind: "secret variable" | "minted in this job" | "service connection" | "named by you";
  readonly why: string;
}

/** Which secret reaches which step, read off the pipeline itself: what is not in the list reaches nothing. */
export function explainSecrets({ jobs }: Pipeline): readonly SecretReach[] {
  return jobs.flatMap((job) => job.steps.flatMap((step, at) => reachOf(job, step, at)));
}

function reachOf({ id: job }: Job, step: Step, at: number): readonly SecretReach[] {
  if (step.kind === "author") {
    const names = [...new Set(textsIn(step.step).flatMap(macrosIn))].filter(isPersons);
    const why = "a step of yours names it, and gets it if it is a secret";
    return names.map((secret) => ({
      job,
      step: `your step ${at + 1}`,
      secret,
      kind: "named by you",
      why,
    }));
  }
  if (step.kind === "checkout") return [];
  const reaches = Object.values(step.env ?? {}).flatMap((value) => variableOf(value));
  const connection = step.kind === "task" ? step.connection : undefined;
  const connections: readonly Reach[] = connection
    ? [{ secret: connection.name, kind: "service connection", why: connection.why }]
    : [];
  return [...reaches, ...connections].map((reach) => ({ job, step: step.displayName, ...reach }));
}

type Reach = Pick<SecretReach, "secret" | "kind" | "why">;

function variableOf(value: EnvValue): readonly Reach[] {
  if (typeof value === "string") return [];
  const kind = value.origin === "minted" ? "minted in this job" : "secret variable";
  return [{ secret: value.variable, kind, why: value.why }];
}

/** The service's own have a dot in their names, and are no secrets; its token for itself is one. */
function isPersons(name: string): boolean {
  return !name.includes(".") || name.toLowerCase() === "system.accesstoken";
}

function textsIn(node: YamlNode): readonly string[] {
  if (node.kind === "scalar") return [node.text];
  if (node.kind === "list") return node.items.flatMap(textsIn);
  return node.fields.flatMap(({ key, value }) => [key.text, ...textsIn(value)]);
}
