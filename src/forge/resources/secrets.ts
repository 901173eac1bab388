import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readAllPages } from "../pages.ts";
import { find } from "../read.ts";
import { listUnder } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import { unlessUnseen } from "./unless-unseen.ts";

/** Where secrets lie: a repository's own, or those of one of its environments. A value is never shown. */
export interface SecretPlace {
  readonly repository: RepositoryName;
  readonly environment?: string;
}

const secretShape = v.object({ name: v.string(), updated_at: v.string() });
const shape = listUnder("secrets", secretShape);

/** Names of secrets, with when each was stored last (ISO 8601): all that shows that a value was replaced. */
export async function listSecrets(
  client: ForgeClient,
  place: SecretPlace,
): Promise<Map<string, string>> {
  return toDates(await readAllPages(client, pathOf(place), { shape }));
}

/** The same of an environment, which has none as long as it is not there. */
export async function listEnvironmentSecrets(
  client: ForgeClient,
  place: Required<SecretPlace>,
): Promise<Map<string, string>> {
  return toDates(await readAllPages(client, pathOf(place), { shape, absent: [404] }));
}

/**
 * The secrets that an organization shares with a repository, by name, with when each was stored last (ISO 8601); undefined
 * where they may not be listed.
 * @see GET /repos/{owner}/{repo}/actions/organization-secrets
 */
export async function findSharedSecrets(
  client: ForgeClient,
  { full }: RepositoryName,
): Promise<ReadonlyMap<string, string> | undefined> {
  const path = `/repos/${full}/actions/organization-secrets`;
  return unlessUnseen(async () => toDates(await readAllPages(client, path, { shape })));
}

function toDates(secrets: readonly v.InferOutput<typeof secretShape>[]): Map<string, string> {
  return new Map(secrets.map((secret) => [secret.name, secret.updated_at]));
}

/** When a secret was stored last, ISO 8601; undefined when it is not stored. */
export async function findSecretDate(
  client: ForgeClient,
  place: SecretPlace,
  name: string,
): Promise<string | undefined> {
  return (await find(client, `${pathOf(place)}/${name}`, secretShape))?.updated_at;
}

/** One that is not there is no failure. @see DELETE /repos/{owner}/{repo}/actions/secrets/{secret_name} */
export async function deleteSecret(
  client: ForgeClient,
  place: SecretPlace,
  name: string,
): Promise<void> {
  await client.request("DELETE", `${pathOf(place)}/${name}`, { accept: [404] });
}

/** @see GET /repos/{owner}/{repo}/actions/secrets, …/environments/{environment_name}/secrets */
function pathOf({ repository, environment }: SecretPlace): string {
  const home =
    environment === undefined ? "actions" : `environments/${encodeURIComponent(environment)}`;
  return `/repos/${repository.full}/${home}/secrets`;
}
