import type { PipelineCli } from "./pipeline-cli.ts";
import {
  findPipelines,
  listVariables,
  type PipelinePlace,
  type PipelineWish,
} from "./store-secret.ts";

/** Pipelines that are made of the same file, and what is stored for them. */
export interface FoundVariables {
  readonly places: readonly PipelinePlace[];
  /** Names of the secrets that are in each of them, in upper case: the service does not tell cases apart. */
  readonly names: readonly string[];
}

/** The variables of the pipelines that are made of a repository's files. @throws Incomplete where there is none */
export async function findVariables(
  cli: PipelineCli,
  made: Pick<PipelineWish, "files" | "remotes">,
): Promise<FoundVariables> {
  const places = await findPipelines(cli, made);
  const listed: string[][] = [];
  for (const place of places) {
    const secrets = (await listVariables(cli, place)).filter(({ isSecret }) => isSecret);
    listed.push(secrets.map(({ name }) => name.toUpperCase()));
  }
  const [first = [], ...others] = listed;
  return { places, names: first.filter((name) => others.every((list) => list.includes(name))) };
}
