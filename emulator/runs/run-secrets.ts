import { environmentRights } from "../state/environment-rights.ts";
import { sameName } from "../state/find.ts";
import { settingsFor } from "../state/organization-settings.ts";
import type { Environment, Repository, Variable } from "../state/repository.ts";
import { openSealed } from "../state/sealed-box.ts";
import type { World } from "../state/world.ts";

type Texts = Record<string, string>;

/** A run is given the first hundred secrets of an organization, by name: [doc] actions/reference/security/secrets. */
const mostShared = 100;

/** Opens the secrets that a run is given from its start. Those of the repository win over its organization's. */
export async function openSecrets(world: World, repository: Repository): Promise<Texts> {
  const shared = settingsFor(world, repository);
  const above = shared && { ...shared, secrets: shared.secrets.slice(0, mostShared) };
  return { ...(above && (await openAll(above))), ...(await openAll(repository)) };
}

/** The variables that a run is given from its start, likewise. */
export function readVariables(world: World, repository: Repository): Texts {
  return { ...valuesOf(settingsFor(world, repository)), ...valuesOf(repository) };
}

/** What a job finds in its environment; it wins over everything else. */
export async function openEnvironment(
  world: World,
  repository: Repository,
  name: string,
): Promise<{ secrets: Texts; variables: Texts }> {
  const found = findEnvironment(repository, name);
  // What a plan lost is there still, and no run sees it.
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
