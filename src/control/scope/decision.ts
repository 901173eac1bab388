import { readConsentNote } from "../../credentials/pat/consent.ts";
import type { ConsentNote } from "../../credentials/pat/consent.ts";
import type { Entitlement, EntitlementConfirmation } from "../../credentials/entitlement.ts";
import type { Profile, ProfileChoice } from "../../credentials/profile/choice.ts";
import { InvalidInput } from "../../shared/errors.ts";

/**
 * What was decided for a control plane, checked in beside its settings: the profile, the scope that it was decided
 * for, the evidence of billing, and the consent to a PAT. It holds nothing secret.
 */
export interface Decision {
  readonly version: 1;
  readonly choice: ProfileChoice;
  /** `scopeFingerprint` of the settings; another one now means: review the profile again. */
  readonly scope: string;
  readonly decidedBy: string;
  /** ISO 8601 */
  readonly decidedAt: string;
  readonly entitlement: Entitlement & { readonly confirmation?: EntitlementConfirmation };
  readonly consent?: ConsentNote;
}

export function renderDecision(decision: Decision): string {
  return `${JSON.stringify(decision, null, 2)}\n`;
}

/** @throws InvalidInput when the file is not a decision */
export function parseDecision(text: string, path: string): Decision {
  const refuse = (cause?: unknown) =>
    new InvalidInput(
      `${path} is not a decision of gatehouse.`,
      [{ say: "Run setup: it decides again and writes the file anew" }],
      { cause },
    );
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw refuse(cause);
  }
  const decision = json as Decision;
  const isDecision =
    decision?.version === 1 &&
    isChoice(decision.choice) &&
    [decision.scope, decision.decidedBy, decision.decidedAt].every(
      (value) => typeof value === "string",
    ) &&
    typeof decision.entitlement?.state === "string" &&
    (decision.consent === undefined || readConsentNote(decision.consent) !== undefined);
  if (!isDecision) throw refuse();
  return decision;
}

const profiles: readonly Profile[] = ["workflow-token", "app", "pat", "stop"];

function isChoice(choice: Partial<ProfileChoice> | undefined): boolean {
  const flags = [choice?.readApp, choice?.writeApp, choice?.pat];
  const isKnown = choice?.profile !== undefined && profiles.includes(choice.profile);
  return isKnown && flags.every((flag) => typeof flag === "boolean");
}
