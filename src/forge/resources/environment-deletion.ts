import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readAllPages } from "../pages.ts";
import { listUnder } from "../read-shape.ts";
import { isRefused } from "../forge-errors.ts";
import type { RepositoryName } from "../repository-name.ts";
import type { EnvironmentPlace } from "./environments.ts";

/**
 * Deletes an environment with all that is in it. One that is not there is no failure.
 * @see DELETE /repos/{owner}/{repo}/environments/{environment_name}
 */
export async function deleteEnvironment(
  client: ForgeClient,
  place: EnvironmentPlace,
): Promise<void> {
  await client.request("DELETE", pathOf(place), { accept: [404] });
}

const namesShape = listUnder("environments", v.object({ name: v.string() }));

/** Names of a repository's environments. @see GET /repos/{owner}/{repo}/environments */
export async function listEnvironments(
  client: ForgeClient,
  { full }: RepositoryName,
): Promise<string[]> {
  const path = `/repos/${full}/environments`;
  try {
    return (await readAllPages(client, path, { shape: namesShape })).map(({ name }) => name);
  } catch (error) {
    // A plan without environments has no such page.
    if (isRefused(error, 404)) return [];
    throw error;
  }
}

/** 30 a page is the most that the forge hands out of variables. */
const perPage = 30;
const shape = listUnder("variables", v.object({ name: v.string() }));

/**
 * Names of an environment's variables, which has none as long as it is not there.
 * @see GET /repos/{owner}/{repo}/environments/{environment_name}/variables
 */
export async function listEnvironmentVariables(
  client: ForgeClient,
  place: EnvironmentPlace,
): Promise<string[]> {
  try {
    const found = await readAllPages(client, `${pathOf(place)}/variables`, { shape, perPage });
    return found.map(({ name }) => name);
  } catch (error) {
    if (isRefused(error, 404)) return [];
    throw error;
  }
}

/**
 * One that is not there is no failure.
 * @see DELETE /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}
 */
export async function deleteEnvironmentVariable(
  client: ForgeClient,
  place: EnvironmentPlace,
  name: string,
): Promise<void> {
  await client.request("DELETE", `${pathOf(place)}/variables/${name}`, { accept: [404] });
}

function pathOf({ repository, environment }: EnvironmentPlace): string {
  return `/repos/${repository.full}/environments/${encodeURIComponent(environment)}`;
}
