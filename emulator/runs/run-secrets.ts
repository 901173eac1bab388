import { environmentRights } from "../state/environment-rights.ts";
import { sameName } from "../state/find.ts";
import { settingsFor } from "../state/organization-settings.ts";
import type { Environment, Repository, Variable } from "../state/repository.ts";
import { openSealed } from "../state/sealed-box.ts";
import type { World } from "../state/world.ts";

type Texts = Record<string, string>;

/**
 * A run receives the first hundred secrets of an organization, sorted by name: [doc]
 * actions/reference/security/secrets.
 */
const mostShared = 100;

/**
 * Decrypts the secrets that a run receives at its start. The repository's own secrets take
 * precedence over secrets of its organization.
 */
export async function openSecrets(world: World, repository: Repository): Promise<Texts> {
  const shared = settingsFor(world, repository);
  const above = shared && { ...shared, secrets: shared.secrets.slice(0, mostShared) };
  return { ...(above && (await openAll(above))), ...(await openAll(repository)) };
}

/**
 * Returns the variables that a run receives at its start. The repository's own variables take
 * precedence over its organization's.
 */
export function readVariables(world: World, repository: Repository): Texts {
  return { ...valuesOf(settingsFor(world, repository)), ...valuesOf(repository) };
}

/**
 * Returns the secrets and variables of a job's environment, which take precedence over all others.
 */
export async function openEnvironment(
  world: World,
  repository: Repository,
  name: string,
): Promise<{ secrets: Texts; variables: Texts }> {
  const found = findEnvironment(repository, name);
  // Secrets that the plan no longer includes still exist, but runs do not receive them.
  if (!found || !environmentRights(world, repository).secrets)
    return { secrets: {}, variables: {} };
  return { secrets: await openAll(found), variables: valuesOf(found) };
}

export function findEnvironment({ environments }: Repository, name: string) {
  return environments.find((each) => sameName(each.name, name));
}

async function openAll({ secrets, box }: Pick<Environment, "secrets" | "box">): Promise<Texts> {
  const opened = await Promise.all(
    secrets.map(async ({ name, sealed }) => [name, await openSealed(sealed, box)] as const),
  );
  return Object.fromEntries(
    opened.flatMap(([name, secret]) => (secret ? [[name, secret.reveal()]] : [])),
  );
}

function valuesOf(holder: { variables: readonly Variable[] } | undefined): Texts {
  return Object.fromEntries((holder?.variables ?? []).map(({ name, value }) => [name, value]));
}
