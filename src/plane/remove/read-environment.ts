import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import {
  listEnvironments,
  listEnvironmentVariables,
} from "../../forge/resources/environment-deletion.ts";
import { findEnvironment, listChosenBranches } from "../../forge/resources/environments.ts";
import type { Environment, EnvironmentPlace } from "../../forge/resources/environments.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";
import { listEnvironmentSecrets } from "../../forge/resources/secrets.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { isOwnName, pickRecords } from "./own-records.ts";
import type { RemainingEnvironment, RemainingRecord } from "./inventory.ts";

/** Our records in each environment: settings that were changed, or are gone, name another than the one that was used. */
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

/** Those of these names that are there, each once: the forge's own spelling, which its records have, comes last. */
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

/** The PAT's environment, as it is now; undefined where there is none. */
export async function readEnvironment(
  client: ForgeClient,
  place: EnvironmentPlace,
): Promise<RemainingEnvironment | undefined> {
  const found = await findEnvironment(client, place);
  if (!found) return undefined;
  return { name: place.environment, otherwiseUsed: await findOtherUse(client, place, found) };
}

/**
 * A setup leaves one that takes the default branch and holds our secrets: whatever is more than that is somebody's, and
 * then the environment is, too.
 */
async function findOtherUse(
  client: ForgeClient,
  place: EnvironmentPlace,
  found: Environment,
): Promise<string | undefined> {
  const [{ secrets, variables }, chosen, main] = await Promise.all([
    readStored(client, place),
    found.branches === "chosen" ? listChosenBranches(client, place) : [],
    readDefaultBranch(client, place.repository),
  ]);
  const others = [...secrets.keys(), ...variables].filter((name) => !isOwnName(name));
  if (others.length > 0) return `it holds ${others.join(", ")}, too`;
  const rules = found.rules.filter((rule) => rule !== "branch_policy");
  if (rules.length > 0 || found.branches === "protected") {
    return "somebody gave it rules of their own";
  }
  if (found.branches === "all") return "it takes every branch, as none does that the setup makes";
  const branches = chosen.filter(({ name, type }) => type === "tag" || name !== main);
  if (branches.length === 0) return undefined;
  return `it takes ${branches.map(({ name }) => name).join(", ")}, too`;
}

async function readStored(client: ForgeClient, place: EnvironmentPlace) {
  const [secrets, variables] = await Promise.all([
    listEnvironmentSecrets(client, place),
    listEnvironmentVariables(client, place),
  ]);
  return { secrets, variables };
}
