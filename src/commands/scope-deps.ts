import type { ScopeDeps } from "../../flows/scope/scope-deps.ts";
import type { ControlPlace } from "../../flows/shared/control-place.ts";
import type { Clock } from "../../flows/shared/clock.ts";
import { decisionPath, followControlFile, settingsPath } from "../control/scope/control-files.ts";
import { parseDecision, renderDecision } from "../control/scope/decision.ts";
import { readRepositoryFacts } from "../forge/resources/repository-facts.ts";
import { parseSettings, renderSettings } from "../control/scope/settings.ts";
import type { BillingAnswer } from "../credentials/entitlement.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { readStoredRecords } from "../control/stored-records.ts";
import { UserError } from "../shared/errors.ts";
import type { Connection } from "./connect.ts";

/** Gives the choice of a credential its hands: the control repository's files, and questions to the forge. */
export function wireScope(
  { profile, rest }: Connection,
  repository: RepositoryName,
): Omit<ScopeDeps, keyof ControlPlace | keyof Clock> {
  const settings = followControlFile(rest, repository, settingsPath(profile.brand));
  const decision = followControlFile(rest, repository, decisionPath(profile.brand));
  return {
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
    listRepositories: () => listRepositories(rest, repository.owner),
    repositoryFacts: async (names) => readRepositoryFacts(await rest(), profile, names),
    readBilling: () => readBilling(rest, profile.brand.billingPath(repository.owner)),
    readRecords: async () => readStoredRecords(await rest(), repository),
    operator: async () => {
      const { body } = await (await rest()).request("GET", "/user");
      return (body as { login: string }).login;
    },
  };
}

/** Best effort: without a list the operator types the names. */
async function listRepositories(rest: Connection["rest"], owner: string): Promise<string[]> {
  try {
    const client = await rest();
    const { body } = await client.request("GET", "/user/repos?per_page=100&sort=full_name");
    const names = (body as { full_name: string }[]).map(({ full_name }) => full_name);
    return names.filter((name) => name.toLowerCase().startsWith(`${owner.toLowerCase()}/`));
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Every refusal is an answer here: it proves nothing, and is judged as that. */
async function readBilling(
  rest: Connection["rest"],
  path: string,
): Promise<BillingAnswer | undefined> {
  try {
    const client = await rest();
    const { status, body } = await client.request("GET", path, { accept: [401, 403, 404, 422] });
    return { status, body };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
