import * as v from "valibot";
import { noteShape, textShape, timeShape } from "../../credentials/pat/consent.ts";
import type { ConsentNote } from "../../credentials/pat/consent.ts";
import type { Entitlement, EntitlementConfirmation } from "../../credentials/entitlement.ts";
import type { ProfileChoice } from "../../credentials/profile/choice.ts";
import { InvalidInput } from "../../shared/errors.ts";

/**
 * The decision for a control plane, committed next to its settings: the profile, its scope, the
 * evidence of billing, and the consent to a PAT. It contains no secret.
 */
export interface Decision {
  readonly version: 1;
  readonly choice: ProfileChoice;
  /**
   * `scopeFingerprint` of the settings. If the current fingerprint differs, the profile must be
   * reviewed again.
   */
  readonly scope: string;
  readonly decidedBy: string;
  /** Time of the decision (ISO 8601). */
  readonly decidedAt: string;
  readonly entitlement: Entitlement & { readonly confirmation?: EntitlementConfirmation };
  readonly consent?: ConsentNote;
}

export function renderDecision(decision: Decision): string {
  return `${JSON.stringify(decision, null, 2)}\n`;
}

/** @throws InvalidInput if the file is not a valid decision */
export function parseDecision(text: string, path: string): Decision {
  const refuse = (cause?: unknown) =>
    new InvalidInput(
      `${path} is not a valid gatehouse decision.`,
      [{ text: "Run setup to make a new decision and replace the file" }],
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

/**
 * Anyone who can commit can change the file, so a missing confirmation or an invalid time makes the
 * decision invalid.
 */
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
      v.object({
        administrator: textShape,
        role: v.exactOptional(v.picklist(["administrator", "unverified"])),
        confirmedBy: textShape,
        confirmedAt: timeShape,
      }),
    ),
  }),
  consent: v.exactOptional(noteShape),
});
