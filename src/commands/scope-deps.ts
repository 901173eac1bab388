import type { ScopeDeps } from "../../flows/scope/scope-deps.ts";
import type { ControlMemory } from "../plane/repository/repository-cache.ts";
import { followDecided } from "../plane/scope/follow-decided.ts";
import type { OwnerRepositories } from "../plane/repository/owner-repositories.ts";
import { readRecordsInto } from "../plane/repository/stored-records.ts";
import type { Connection } from "../forge/connection.ts";
import { pause } from "../forge/pause.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { findOrganizationRole } from "../forge/resources/organizations.ts";
import { readLogin } from "../forge/resources/users.ts";

interface Known {
  readonly repository: RepositoryName;
  readonly memory: ControlMemory;
  readonly ownerRepositories: OwnerRepositories;
}

/**
 * Creates the dependencies for choosing a credential: the control repository's files, and requests
 * to the forge.
 */
export function wireScope(
  connection: Connection,
  { repository, memory, ownerRepositories }: Known,
): Omit<ScopeDeps, "profile" | "repository"> {
  const { client } = connection;
  return {
    now: () => new Date(),
    pause,
    ...followDecided(connection, { repository, files: memory.files }),
    listRepositories: ownerRepositories.list,
    repositoryFacts: ownerRepositories.factsOf,
    readBilling: memory.billing.fresh,
    roleOf: async (login) => findOrganizationRole(await client(), repository.owner, login),
    readRecords: () => readRecordsInto(memory),
    operator: async () => (await memory.seen())?.viewer ?? readLogin(await client()),
  };
}
