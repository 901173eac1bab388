import type { ScopeDeps } from "../../flows/scope/scope-deps.ts";
import { decisionPath, followControlFile, settingsPath } from "../control/scope/control-files.ts";
import { parseDecision, renderDecision } from "../control/scope/decision.ts";
import { findBilling } from "../control/scope/find-billing.ts";
import { listTargets } from "../control/scope/list-targets.ts";
import { parseSettings, renderSettings } from "../control/scope/settings.ts";
import { readStoredRecords } from "../control/stored-records.ts";
import type { Connection } from "../forge/connection.ts";
import { pause } from "../forge/pause.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { readRepositoryFacts } from "../forge/resources/repository-facts.ts";
import { readLogin } from "../forge/resources/users.ts";

/** Gives the choice of a credential its hands: the control repository's files, and questions to the forge. */
export function wireScope(
  { profile, client }: Connection,
  repository: RepositoryName,
): Omit<ScopeDeps, "profile" | "repository"> {
  const settings = followControlFile(client, repository, settingsPath(profile.brand));
  const decision = followControlFile(client, repository, decisionPath(profile.brand));
  return {
    now: () => new Date(),
    pause,
    readSettings: async () => {
      const file = await settings.read();
      return file && parseSettings(file.text, settingsPath(profile.brand));
    },
    writeSettings: (value) =>
      settings.write(renderSettings(value), "Describe the control plane's scope"),
    readDecision: async () => {
      const file = await decision.read();
      return file && parseDecision(file.text, decisionPath(profile.brand));
    },
    writeDecision: (value) =>
      decision.write(renderDecision(value), "Record the chosen credential profile"),
    listRepositories: async () => listTargets(await client(), repository.owner),
    repositoryFacts: async (names) => readRepositoryFacts(await client(), names),
    readBilling: async () => findBilling(await client(), repository.owner),
    readRecords: async () => readStoredRecords({ client: await client(), repository }),
    operator: async () => readLogin(await client()),
  };
}
