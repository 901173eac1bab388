import type { PipelineCli } from "./pipeline-cli.ts";
import {
  findPipelines,
  listVariables,
  type PipelineLocation,
  type PipelineRequest,
} from "./store-secret.ts";

/** A pipeline and the names of its stored secret variables. */
export interface FoundLocation extends PipelineLocation {
  /** Names of the secret variables, in upper case because Azure Pipelines ignores case. */
  readonly names: readonly string[];
}

/** Pipelines that use files of a repository, with the names of their secret variables. */
export interface FoundVariables {
  readonly locations: readonly FoundLocation[];
}

/**
 * Lists the variables of the pipelines that use files of a repository.
 * @throws Incomplete if there is no such pipeline
 */
export async function findVariables(
  cli: PipelineCli,
  made: Pick<PipelineRequest, "files" | "remotes">,
): Promise<FoundVariables> {
  const locations = await findPipelines(cli, made);
  const found: FoundLocation[] = [];
  for (const location of locations) {
    const secrets = (await listVariables(cli, location)).filter(({ isSecret }) => isSecret);
    found.push({ ...location, names: secrets.map(({ name }) => name.toUpperCase()) });
  }
  return { locations: found };
}
