import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readAllPages } from "../pages.ts";
import { listUnder } from "../read-shape.ts";
import { isRefused } from "../forge-errors.ts";
import type { RepositoryName } from "../repository-name.ts";
import type { EnvironmentLocation } from "./environments.ts";

/**
 * Deletes an environment and everything in it. Also succeeds if the environment does not exist.
 * @see DELETE /repos/{owner}/{repo}/environments/{environment_name}
 */
export async function deleteEnvironment(
  client: ForgeClient,
  location: EnvironmentLocation,
): Promise<void> {
  await client.request("DELETE", pathOf(location), { accept: [404] });
}

const namesShape = listUnder("environments", v.object({ name: v.string() }));

/**
 * Lists the names of a repository's environments.
 * @see GET /repos/{owner}/{repo}/environments
 */
export async function listEnvironments(
  client: ForgeClient,
  { full }: RepositoryName,
): Promise<string[]> {
  const path = `/repos/${full}/environments`;
  try {
    return (await readAllPages(client, path, { shape: namesShape })).map(({ name }) => name);
  } catch (error) {
    // If the plan does not include environments, GitHub responds with 404.
    if (isRefused(error, 404)) return [];
    throw error;
  }
}

/** GitHub returns at most 30 variables per page. */
const perPage = 30;
const shape = listUnder("variables", v.object({ name: v.string() }));

/**
 * Lists the names of an environment's variables; empty if the environment does not exist.
 * @see GET /repos/{owner}/{repo}/environments/{environment_name}/variables
 */
export async function listEnvironmentVariables(
  client: ForgeClient,
  location: EnvironmentLocation,
): Promise<string[]> {
  try {
    const found = await readAllPages(client, `${pathOf(location)}/variables`, { shape, perPage });
    return found.map(({ name }) => name);
  } catch (error) {
    if (isRefused(error, 404)) return [];
    throw error;
  }
}

/**
 * Also succeeds if the variable does not exist.
 * @see DELETE /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}
 */
export async function deleteEnvironmentVariable(
  client: ForgeClient,
  location: EnvironmentLocation,
  name: string,
): Promise<void> {
  await client.request("DELETE", `${pathOf(location)}/variables/${name}`, { accept: [404] });
}

function pathOf({ repository, environment }: EnvironmentLocation): string {
  return `/repos/${repository.full}/environments/${encodeURIComponent(environment)}`;
}
