import type { Filter, Filters, Pool, Schedule } from "../definition/agent-definition.ts";
import { agentBranches } from "../definition/read-triggers.ts";
import type { EnvValue, Job, Pipeline, Step } from "../pipeline/pipeline.ts";
import { YamlWriter, type Plain, type PlainMap } from "../../yaml/yaml-writer.ts";

/** Returns the text of a pipeline. Equal pipelines produce byte-identical text. */
export function emitPipeline(pipeline: Pipeline): string {
  const writer = new YamlWriter();
  for (const line of pipeline.header) writer.comment(line);
  writer.plain("", "name", pipeline.name);
  if (pipeline.parameters.length > 0) writer.nodes("", "parameters", pipeline.parameters);
  if (pipeline.repositories.length > 0) {
    const repositories = pipeline.repositories.map(({ alias, fields }) => ({
      repository: alias,
      ...fields,
    }));
    writer.plain("", "resources", { repositories });
  }
  emitTriggers(writer, pipeline);
  writer.gap();
  writer.key("", "jobs");
  for (const [at, job] of pipeline.jobs.entries()) {
    if (at > 0) writer.gap();
    emitJob(writer, job);
  }
  return writer.text();
}

function emitTriggers(writer: YamlWriter, { triggers }: Pipeline): void {
  const { schedules, push, pullRequest } = triggers;
  writer.plain("", "trigger", push ? filtersOf(push, pushedBranches) : "none");
  writer.plain("", "pr", pullRequest ? filtersOf(pullRequest, allBranches) : "none");
  if (schedules.length > 0) writer.plain("", "schedules", schedules.map(scheduleOf));
}

/** Default filter for pull requests, because an empty filter would disable the trigger. */
const allBranches: Filter = { include: ["*"], exclude: [] };

const pushedBranches: Filter = { include: ["*"], exclude: agentBranches };

function filtersOf({ branches, paths }: Filters, otherwise: Filter): PlainMap {
  return {
    branches: filterOf(branches ?? otherwise),
    ...(paths && { paths: filterOf(paths) }),
  };
}

function filterOf({ include, exclude }: Filter): PlainMap {
  return { include, ...(exclude.length > 0 && { exclude }) };
}

function scheduleOf({ cron, branches, always }: Schedule): PlainMap {
  return { cron, displayName: cron, branches: filterOf(branches), always };
}

function emitJob(writer: YamlWriter, job: Job): void {
  const { id, displayName, dependsOn, condition, timeoutInMinutes, pool } = job;
  const variables = variablesOf(job);
  writer.plainMap("- ", {
    job: id,
    displayName,
    ...(dependsOn.length > 0 && { dependsOn }),
    ...(condition !== undefined && { condition }),
    ...(timeoutInMinutes !== undefined && { timeoutInMinutes }),
    pool: pool === "server" ? pool : poolOf(pool),
    ...(variables.length > 0 && { variables }),
  });
  writer.key("  ", "steps");
  for (const step of job.steps) emitStep(writer, step);
}

function variablesOf({ sealed = [], variables }: Job): readonly PlainMap[] {
  return [
    ...sealed.map((name) => ({ name, value: "", readonly: true })),
    ...Object.entries(variables).map(([name, value]) => ({ name, value })),
  ];
}

function poolOf(pool: Pool): PlainMap {
  if ("vmImage" in pool) return { vmImage: pool.vmImage };
  const { name, demands } = pool;
  return { name, ...(demands.length > 0 && { demands }) };
}

function emitStep(writer: YamlWriter, step: Step): void {
  if (step.kind === "author") writer.node("  - ", step.step);
  else writer.plainMap("  - ", stepOf(step));
}

type OwnStep = Exclude<Step, { kind: "author" }>;

function stepOf(step: OwnStep): PlainMap {
  switch (step.kind) {
    case "checkout":
      return { checkout: step.repository, ...step.fields };
    case "bash":
      return {
        bash: step.script,
        ...frameOf(step),
        ...(step.workingDirectory !== undefined && { workingDirectory: step.workingDirectory }),
        ...envOf(step.env),
      };
    case "task":
      return { task: step.task, ...frameOf(step), inputs: step.inputs, ...envOf(step.env) };
    case "publish":
      return { publish: step.path, artifact: step.artifact, ...frameOf(step) };
    case "download": {
      const inputs = { buildType: "current", artifactName: step.artifact, targetPath: step.path };
      return { task: "DownloadPipelineArtifact@2", ...frameOf(step), inputs };
    }
  }
}

function frameOf(step: Exclude<OwnStep, { kind: "checkout" }>): PlainMap {
  const { name, displayName, condition, continueOnError, timeoutInMinutes } = step;
  return {
    ...(name !== undefined && { name }),
    displayName,
    ...(condition !== undefined && { condition }),
    ...(continueOnError !== undefined && { continueOnError }),
    ...(timeoutInMinutes !== undefined && { timeoutInMinutes }),
  };
}

function envOf(env: Readonly<Record<string, EnvValue>> | undefined): { readonly env?: Plain } {
  if (!env) return {};
  const values = Object.entries(env).map(([name, value]) => [name, textOf(value)] as const);
  return { env: Object.fromEntries(values) };
}

/** Returns the value as text. Azure Pipelines expands variables in it when the step starts. */
function textOf(value: EnvValue): string {
  return typeof value === "string" ? value : (value.text ?? `$(${value.variable})`);
}
