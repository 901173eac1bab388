import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readAllPages } from "../pages.ts";
import { find } from "../read.ts";
import { listUnder } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import { unlessUnseen } from "./unless-unseen.ts";

/** Location of secrets: a repository or one of its environments. Values are never readable. */
export interface SecretLocation {
  readonly repository: RepositoryName;
  readonly environment?: string;
}

const secretShape = v.object({ name: v.string(), updated_at: v.string() });
const shape = listUnder("secrets", secretShape);

/**
 * Returns names and update times (ISO 8601) of secrets. Only the time shows that a value was
 * replaced.
 */
export async function listSecrets(
  client: ForgeClient,
  location: SecretLocation,
): Promise<Map<string, string>> {
  return toDates(await readAllPages(client, pathOf(location), { shape }));
}

/**
 * Returns the names and update times (ISO 8601) of an environment's secrets; empty if the
 * environment does not exist.
 */
export async function listEnvironmentSecrets(
  client: ForgeClient,
  location: Required<SecretLocation>,
): Promise<Map<string, string>> {
  return toDates(await readAllPages(client, pathOf(location), { shape, absent: [404] }));
}

/**
 * Returns names and update times (ISO 8601) of secrets that an organization shares with a
 * repository; undefined if they cannot be listed.
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

/** Returns when a secret was last stored (ISO 8601); undefined if it does not exist. */
export async function findSecretDate(
  client: ForgeClient,
  location: SecretLocation,
  name: string,
): Promise<string | undefined> {
  return (await find(client, `${pathOf(location)}/${name}`, secretShape))?.updated_at;
}

/**
 * Also succeeds if the secret does not exist.
 * @see DELETE /repos/{owner}/{repo}/actions/secrets/{secret_name}
 */
export async function deleteSecret(
  client: ForgeClient,
  location: SecretLocation,
  name: string,
): Promise<void> {
  await client.request("DELETE", `${pathOf(location)}/${name}`, { accept: [404] });
}

/** @see GET /repos/{owner}/{repo}/actions/secrets, …/environments/{environment_name}/secrets */
function pathOf({ repository, environment }: SecretLocation): string {
  const home =
    environment === undefined ? "actions" : `environments/${encodeURIComponent(environment)}`;
  return `/repos/${repository.full}/${home}/secrets`;
}
