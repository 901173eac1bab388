import { credentials } from "../../credentials/credential.ts";
import type { Credential } from "../../credentials/credential.ts";
import { validateConsent } from "../../credentials/pat/consent.ts";
import { findCredentials, selectCredential } from "../../credentials/precedence.ts";
import { patSecret } from "../../credentials/records.ts";
import { listStored } from "./checks/check-context.ts";
import type { ReviewFacts } from "./review-facts.ts";
import { ownersOf } from "../scope/owners.ts";
import { enrolledRepositories, scopeFingerprint } from "../scope/scope.ts";

/**
 * Selects the credentials that a run can test: complete Apps, the workflow token if runs read with
 * it, and a PAT with valid consent. A PAT without consent is not tested.
 */
export function chooseProofs(
  facts: Omit<ReviewFacts, "run" | "outputs" | "entitlement" | "installations" | "visibilities">,
): Credential[] {
  const stored = listStored(facts);
  if (!stored) return [];
  const available = findCredentials(stored);
  const hasScope = facts.settings.state === "valid";
  const readsByWorkflowToken = selectCredential("forge-tools", available) === "workflow-token";
  const mayTry: Readonly<Record<Credential, boolean>> = {
    "read-app": available.has("read-app"),
    "write-app": available.has("write-app"),
    // The consent covers only the token in the environment, not a token that is stored elsewhere.
    pat: stored.environmentSecrets.has(patSecret) && isConsented(facts),
    "workflow-token": hasScope && readsByWorkflowToken,
  };
  return credentials.filter((credential) => mayTry[credential]);
}

function isConsented({
  settings,
  decision,
  controlRepository,
  now,
}: Pick<ReviewFacts, "settings" | "decision" | "controlRepository" | "now">): boolean {
  if (settings.state !== "valid" || decision.state !== "valid") return false;
  const { choice, consent } = decision.value;
  const scope = scopeFingerprint(settings.value);
  const [resourceOwner = ""] = ownersOf(
    enrolledRepositories(settings.value, controlRepository, "read"),
  );
  return choice.pat && validateConsent(consent, { resourceOwner, scope, now }).isGiven;
}
