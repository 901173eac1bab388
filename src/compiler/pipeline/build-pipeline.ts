import { brands } from "../../forge/brand.ts";
import type { AgentDefinition } from "../definition/agent-definition.ts";
import type { CompilerSettings } from "./settings.ts";
import { agentJob, detectionJob } from "./agent-jobs.ts";
import { conclusionJob, outputJobs, setupJob, teardownJob } from "./closing-jobs.ts";
import type { Programs } from "./credential-steps.ts";
import type { Pipeline } from "./pipeline.ts";

export interface BuildOptions {
  readonly settings: CompilerSettings;
  readonly programs: Programs;
  /** The definition's file, as the header names it: from the repository's root. */
  readonly source: string;
  /** Of gatehouse. */
  readonly version: string;
}

/** Makes a pipeline of a definition: the same of the same, wherever that is done. */
export function buildPipeline(
  definition: AgentDefinition,
  { settings, programs, source, version }: BuildOptions,
): Pipeline {
  const making = { definition, settings, programs, brand: brands[settings.brand] };
  return {
    header: [
      `Made by gatehouse ${version} from ${source}. Do not edit it: change that file, and compile it again.`,
      `@gatehouse source=${JSON.stringify(source)} version=${version}`,
    ],
    name: `${definition.name}-$(BuildID)`,
    parameters: definition.parameters,
    repositories: definition.repositories.map(({ alias, ...fields }) => ({ alias, fields })),
    triggers: definition.on,
    jobs: [
      ...setupJob(making),
      agentJob(making),
      detectionJob(making),
      ...outputJobs(making),
      ...teardownJob(making),
      ...conclusionJob(making),
    ],
  };
}
