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
  /** Path of the definition relative to the root of the repository, as shown in the header. */
  readonly source: string;
  readonly version: string;
}

/**
 * Builds the pipeline of a definition. The same input results in the same pipeline on every
 * machine.
 */
export function buildPipeline(
  definition: AgentDefinition,
  { settings, programs, source, version }: BuildOptions,
): Pipeline {
  const making = { definition, settings, programs, brand: brands[settings.brand] };
  return {
    header: [
      `Made by gatehouse ${version} from ${source}. Do not edit: change that file and compile again.`,
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
