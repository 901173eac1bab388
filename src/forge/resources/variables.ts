import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readAllPages } from "../pages.ts";
import { find } from "../read.ts";
import { listUnder } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import { unlessUnseen } from "./unless-unseen.ts";

/** GitHub returns at most 30 variables per page. */
const perPage = 30;

const shape = listUnder("variables", v.object({ name: v.string(), value: v.string() }));

/**
 * Returns the workflow variables of a repository with their values.
 * @see GET /repos/{owner}/{repo}/actions/variables
 */
export async function listVariables(
  client: ForgeClient,
  { full }: RepositoryName,
): Promise<Map<string, string>> {
  const path = `/repos/${full}/actions/variables`;
  const variables = await readAllPages(client, path, { shape, perPage });
  return new Map(variables.map(({ name, value }) => [name, value]));
}

/**
 * Returns the names of variables that an organization shares with a repository; undefined if they
 * cannot be listed.
 * @see GET /repos/{owner}/{repo}/actions/organization-variables
 */
export async function findSharedVariables(
  client: ForgeClient,
  { full }: RepositoryName,
): Promise<ReadonlySet<string> | undefined> {
  const path = `/repos/${full}/actions/organization-variables`;
  return unlessUnseen(async () => {
    const variables = await readAllPages(client, path, { shape, perPage });
    return new Set(variables.map(({ name }) => name));
  });
}

/** @see GET /repos/{owner}/{repo}/actions/variables/{name} */
export async function findVariable(
  client: ForgeClient,
  { full }: RepositoryName,
  name: string,
): Promise<string | undefined> {
  const path = `/repos/${full}/actions/variables/${name}`;
  return (await find(client, path, v.object({ value: v.string() })))?.value;
}

/**
 * Changes a variable, or creates it.
 * @see PATCH and POST /repos/{owner}/{repo}/actions/variables
 */
export async function putVariable(
  client: ForgeClient,
  { full }: RepositoryName,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<void> {
  const all = `/repos/${full}/actions/variables`;
  const changed = await client.request("PATCH", `${all}/${name}`, {
    body: { value },
    accept: [404],
  });
  if (changed.status === 404) await client.request("POST", all, { body: { name, value } });
}

/**
 * Also succeeds if the variable does not exist.
 * @see DELETE /repos/{owner}/{repo}/actions/variables/{name}
 */
export async function deleteVariable(
  client: ForgeClient,
  { full }: RepositoryName,
  name: string,
): Promise<void> {
  await client.request("DELETE", `/repos/${full}/actions/variables/${name}`, { accept: [404] });
}
