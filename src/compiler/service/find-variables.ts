import type { PipelineCli } from "./pipeline-cli.ts";
import {
  findPipelines,
  listVariables,
  type PipelinePlace,
  type PipelineRequest,
} from "./store-secret.ts";

/** A pipeline, and what is stored for it. */
export interface FoundPlace extends PipelinePlace {
  /** Of its secrets, in upper case: the service does not tell cases apart. */
  readonly names: readonly string[];
}

/** Pipelines that are made of the same file. */
export interface FoundVariables {
  readonly places: readonly FoundPlace[];
}

/** The variables of the pipelines that are made of a repository's files. @throws Incomplete where there is none */
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
