import type { PipelineCli } from "./pipeline-cli.ts";
import {
  findPipelines,
  listVariables,
  type PipelinePlace,
  type PipelineRequest,
} from "./store-secret.ts";

/** A pipeline and the names of its stored variables. */
export interface FoundPlace extends PipelinePlace {
  /** Names of its secrets in upper case: Azure Pipelines ignores case. */
  readonly names: readonly string[];
}

/** Pipelines that use the same file. */
export interface FoundVariables {
  readonly places: readonly FoundPlace[];
}

/**
 * Lists the variables of the pipelines that use files of a repository.
 * @throws Incomplete if there is no such pipeline
 */
export async function findVariables(
  cli: PipelineCli,
  made: Pick<PipelineRequest, "files" | "remotes">,
): Promise<FoundVariables> {
  const places = await findPipelines(cli, made);
  const found: FoundPlace[] = [];
  for (const place of places) {
    const secrets = (await listVariables(cli, place)).filter(({ isSecret }) => isSecret);
    found.push({ ...place, names: secrets.map(({ name }) => name.toUpperCase()) });
  }
  return { places: found };
}
