import type { ScopeDeps } from "../../../flows/scope/scope-deps.ts";
import {
  decisionPath,
  readControlFile,
  settingsPath,
  writeControlFile,
} from "../../control/control-files.ts";
import { parseDecision, renderDecision } from "../../control/decision.ts";
import { readRepositoryFacts } from "../../control/repository-facts.ts";
import { parseSettings, renderSettings } from "../../control/settings.ts";
import type { BillingAnswer } from "../../credentials/entitlement.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { readStoredRecords } from "../../setup/records-on-forge.ts";
import { UserError } from "../../shared/errors.ts";
import type { Connection } from "./connect.ts";

/** Gives the choice of a credential its hands: the control repository's files, and questions to the forge. */
export function wireScope(
  { profile, rest }: Connection,
  repository: RepositoryName,
): Omit<ScopeDeps, "profile" | "repository" | "now"> {
  const settings = settingsPath(profile.brand);
  const decision = decisionPath(profile.brand);
  const read = async (path: string) => readControlFile(await rest(), repository, path);
  const write = async (path: string, text: string, message: string) => {
    const sha = (await read(path))?.sha;
    await writeControlFile(await rest(), repository, { path, text, message, sha });
  };
  return {
    readSettings: async () => {
      const file = await read(settings);
      return file && parseSettings(file.text, settings);
    },
    writeSettings: (value) =>
      write(settings, renderSettings(value), "Describe the control plane's scope"),
    readDecision: async () => {
      const file = await read(decision);
      return file && parseDecision(file.text, decision);
    },
    writeDecision: (value) =>
      write(decision, renderDecision(value), "Record the chosen credential profile"),
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
