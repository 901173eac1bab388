import type { ScopeDeps } from "../../flows/scope/scope-deps.ts";
import { findBilling } from "../control/scope/find-billing.ts";
import { followDecided } from "../control/scope/follow-decided.ts";
import { listTargets } from "../control/scope/list-targets.ts";
import { readStoredRecords } from "../control/stored-records.ts";
import type { Connection } from "../forge/connection.ts";
import { pause } from "../forge/pause.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { readRepositoryFacts } from "../forge/resources/repository-facts.ts";
import { readLogin } from "../forge/resources/users.ts";

/** Gives the choice of a credential its hands: the control repository's files, and questions to the forge. */
export function wireScope(
  connection: Connection,
  repository: RepositoryName,
): Omit<ScopeDeps, "profile" | "repository"> {
  const { client } = connection;
  return {
    now: () => new Date(),
    pause,
    ...followDecided(connection, repository),
    listRepositories: async (signal) => listTargets(await client(), repository.owner, signal),
    repositoryFacts: async (names) => readRepositoryFacts(await client(), names),
    readBilling: async () => findBilling(await client(), repository.owner),
    readRecords: async () => readStoredRecords({ client: await client(), repository }),
    operator: async () => readLogin(await client()),
  };
}
