import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import {
  listEnvironments,
  listEnvironmentVariables,
} from "../../forge/resources/environment-deletion.ts";
import { findEnvironment, listChosenBranches } from "../../forge/resources/environments.ts";
import type { Environment, EnvironmentLocation } from "../../forge/resources/environments.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";
import { listEnvironmentSecrets } from "../../forge/resources/secrets.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { isOwnName, pickRecords } from "./own-records.ts";
import type { RemainingEnvironment, RemainingRecord } from "./inventory.ts";

/**
 * Reads the records in every environment, because the settings may have been changed or deleted
 * since an environment was created.
 */
export async function readEnvironmentRecords(
  client: ForgeClient,
  repository: RepositoryName,
): Promise<RemainingRecord[]> {
  const names = await listEnvironments(client, repository);
  const found = await Promise.all(
    names.map(async (environment) => {
      const stored = await readStored(client, { repository, environment });
      return pickRecords(stored).map((record) => ({ ...record, environment }));
    }),
  );
  return found.flat();
}

/**
 * Returns the existing environments with these names. If names differ only in case, uses the last
 * one.
 * @param names the forge's own spellings must come last, because its records use them
 */
export async function readEnvironments(
  { client, repository }: ControlSession,
  names: readonly string[],
): Promise<RemainingEnvironment[]> {
  const spelled = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = await Promise.all(
    [...spelled.values()].map((environment) =>
      readEnvironment(client, { repository, environment }),
    ),
  );
  return found.filter((environment) => environment !== undefined);
}

/** Reads the current environment of the PAT; undefined if it does not exist. */
export async function readEnvironment(
  client: ForgeClient,
  location: EnvironmentLocation,
): Promise<RemainingEnvironment | undefined> {
  const found = await findEnvironment(client, location);
  if (!found) return undefined;
  return { name: location.environment, otherwiseUsed: await findOtherUse(client, location, found) };
}

/**
 * Finds other uses of an environment. Setup creates an environment that allows the default branch
 * and contains only gatehouse's secrets. Anything else belongs to the operator, so the environment
 * belongs to the operator, too.
 */
async function findOtherUse(
  client: ForgeClient,
  location: EnvironmentLocation,
  found: Environment,
): Promise<string | undefined> {
  const [{ secrets, variables }, chosen, main] = await Promise.all([
    readStored(client, location),
    found.branches === "chosen" ? listChosenBranches(client, location) : [],
    readDefaultBranch(client, location.repository),
  ]);
  const others = [...secrets.keys(), ...variables].filter((name) => !isOwnName(name));
  if (others.length > 0) return `it also contains ${others.join(", ")}`;
  const rules = found.rules.filter((rule) => rule !== "branch_policy");
  if (rules.length > 0 || found.branches === "protected") {
    return "it has custom rules";
  }
  if (found.branches === "all") return "it allows every branch, unlike an environment from setup";
  const branches = chosen.filter(({ name, type }) => type === "tag" || name !== main);
  if (branches.length === 0) return undefined;
  return `it also allows ${branches.map(({ name }) => name).join(", ")}`;
}

async function readStored(client: ForgeClient, location: EnvironmentLocation) {
  const [secrets, variables] = await Promise.all([
    listEnvironmentSecrets(client, location),
    listEnvironmentVariables(client, location),
  ]);
  return { secrets, variables };
}
