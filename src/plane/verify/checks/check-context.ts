import { chosenRoles } from "../../../credentials/profile/choice.ts";
import type { AppRole } from "../../../credentials/apps/app-role.ts";
import type { Installation } from "../../../forge/resources/installations.ts";
import { findCredentials } from "../../../credentials/precedence.ts";
import type { StoredNames } from "../../../credentials/stray-records.ts";
import type { Credential } from "../../../credentials/credential.ts";
import { appRecords } from "../../../credentials/records.ts";
import type { Decision } from "../../scope/decision.ts";
import { installationsOf } from "../../repository/installations-of.ts";
import type { ReviewFacts, Seen } from "../review-facts.ts";
import { unseen } from "../review-facts.ts";
import type { Hint } from "../../../shared/errors.ts";
import type { Proof } from "../../proof/run-proof.ts";
import type { TokenReport, AppReport } from "../../proof/proof-workflow.ts";
import type { Settings } from "../../scope/settings.ts";

/** Next step for an account that cannot read the required data. */
export const signInAsAdministrator: Hint = {
  text: "Run this command as an administrator of the repository",
};

/** The facts, and values derived from them for several checks. */
export interface CheckContext extends ReviewFacts {
  readonly scope: Settings | undefined;
  readonly decided: Decision | undefined;
  /** Undefined if some names could not be listed. */
  readonly stored: StoredNames | undefined;
  /** Reason why names could not be listed. */
  readonly unlisted: string;
}

export function prepareContext(facts: ReviewFacts): CheckContext {
  const { settings, decision } = facts;
  const lists = listsOf(facts);
  const unlisted = lists.flatMap((each) => (each.isSeen ? [] : [each.reason]));
  return {
    ...facts,
    scope: settings.state === "valid" ? settings.value : undefined,
    decided: decision.state === "valid" ? decision.value : undefined,
    stored: listStored(facts),
    unlisted: unlisted.join(" "),
  };
}

type Lists = Pick<
  ReviewFacts,
  "variables" | "secrets" | "environmentSecrets" | "organizationVariables" | "organizationSecrets"
>;

function listsOf(facts: Lists) {
  const { variables, secrets, environmentSecrets } = facts;
  return [
    variables,
    secrets,
    environmentSecrets,
    facts.organizationVariables,
    facts.organizationSecrets,
  ] as const;
}

/** Returns the names of all records; undefined if some could not be listed. */
export function listStored(facts: Lists): StoredNames | undefined {
  const [variables, secrets, environmentSecrets, sharedVariables, sharedSecrets] = listsOf(facts);
  if (!variables.isSeen || !secrets.isSeen || !environmentSecrets.isSeen) return undefined;
  if (!sharedVariables.isSeen || !sharedSecrets.isSeen) return undefined;
  return {
    variables: new Set(variables.value.keys()),
    secrets: new Set(secrets.value.keys()),
    environmentSecrets: new Set(environmentSecrets.value.keys()),
    organizationVariables: sharedVariables.value,
    organizationSecrets: sharedSecrets.value,
  };
}

/** Returns the names of all visible variables and secrets. */
export function listNames(facts: Lists): string[] {
  return listsOf(facts).flatMap((each) => (each.isSeen ? [...each.value.keys()] : []));
}

/** Returns the credentials that runs can find; undefined if some names could not be listed. */
export function availableOf({ stored }: CheckContext): Set<Credential> | undefined {
  return stored && findCredentials(stored);
}

/** Returns whether an App was chosen or has a stored record. */
export function isConfigured(
  { decided, variables, secrets }: CheckContext,
  role: AppRole,
): boolean {
  const { variable, secret } = appRecords[role];
  const chosen = decided !== undefined && chosenRoles(decided.choice).includes(role);
  const hasId = variables.isSeen && variables.value.has(variable);
  return chosen || hasId || (secrets.isSeen && secrets.value.has(secret));
}

export function clientIdOf(
  { variables }: Pick<ReviewFacts, "variables">,
  role: AppRole,
): string | undefined {
  return variables.isSeen ? variables.value.get(appRecords[role].variable) : undefined;
}

/**
 * Returns the installation from the organization's list, which shows neither the App's owner nor
 * the repositories.
 */
export function installationOf(
  facts: Pick<ReviewFacts, "variables" | "installations">,
  role: AppRole,
): Installation | undefined {
  const clientId = clientIdOf(facts, role);
  if (clientId === undefined || !facts.installations.isSeen) return undefined;
  return installationsOf({ clientId }, facts.installations.value)[0];
}

/** Returns the run's report about a credential; `undefined` if its job failed. */
export function reportOf(checkContext: CheckContext, role: AppRole): Seen<AppReport | undefined> {
  return checkReport(checkContext, `${role}-app`, ({ reports }) => reports[role]);
}

/** Returns the client ID of an App if the App did not exist during the run; undefined otherwise. */
export function goneIdOf({ run }: CheckContext, role: AppRole): string | undefined {
  return run.isSeen ? run.value.found.gone?.[role] : undefined;
}

/** Returns the client ID of an App that is not installed on the control repository. */
export function uninstalledIdOf({ run }: CheckContext, role: AppRole): string | undefined {
  return run.isSeen ? run.value.found.uninstalled?.[role] : undefined;
}

export function tokenReportOf(
  checkContext: CheckContext,
  token: "pat" | "workflow-token",
): Seen<TokenReport | undefined> {
  return checkReport(checkContext, token, ({ tokens }) => tokens[token]);
}

function checkReport<T>(
  { run }: CheckContext,
  credential: Credential,
  pick: (found: Proof) => T | undefined,
): Seen<T | undefined> {
  if (!run.isSeen) return run;
  if (!run.value.asked.includes(credential)) {
    return unseen(
      "The run did not test this credential, because it is not set up or lacks consent.",
    );
  }
  return { isSeen: true, value: pick(run.value.found) };
}

export function runLink({ run }: CheckContext): string {
  return run.isSeen ? run.value.found.runLink : "";
}

export function list(parts: readonly string[]): string {
  return parts.join(", ");
}
