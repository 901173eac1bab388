import * as v from "valibot";
import { noteShape, textShape, timeShape } from "../../credentials/pat/consent.ts";
import type { ConsentNote } from "../../credentials/pat/consent.ts";
import type { Entitlement, EntitlementConfirmation } from "../../credentials/entitlement.ts";
import type { ProfileChoice } from "../../credentials/profile/choice.ts";
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
  if (!v.is(decisionShape, json)) throw refuse();
  return json;
}

/** Anybody who may commit can write the file: a word that nobody gave, or a time that is none, makes it no decision. */
const decisionShape = v.object({
  version: v.literal(1),
  choice: v.object({
    profile: v.picklist(["workflow-token", "app", "pat", "stop"]),
    readApp: v.boolean(),
    writeApp: v.boolean(),
    pat: v.boolean(),
  }),
  scope: v.string(),
  decidedBy: textShape,
  decidedAt: timeShape,
  entitlement: v.object({
    state: v.picklist(["active", "unavailable", "inconclusive"]),
    evidence: v.string(),
    confirmation: v.exactOptional(
      v.object({ administrator: textShape, confirmedBy: textShape, confirmedAt: timeShape }),
    ),
  }),
  consent: v.exactOptional(noteShape),
});
