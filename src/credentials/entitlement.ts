import type { Brand } from "../forge/brand.ts";
import type { BillingAnswer } from "../forge/resources/organizations.ts";

/** Whether the organization pays for agent inference. Target credentials have no part in it. */
export interface Entitlement {
  readonly state: "active" | "unavailable" | "inconclusive";
  /** What was seen, in words. */
  readonly evidence: string;
}

const assigned = new Set(["assign_all", "assign_selected"]);

/**
 * Judges the billing answer. "active" goes on, "unavailable" stops, "inconclusive" needs the word of an organization
 * administrator. Only no seats at all together with "unconfigured" proves that there is no billing; the endpoint
 * answers owners only, and a refusal proves nothing.
 * @see facts/forge.md, section 10
 */
export function evaluateEntitlement(answer: BillingAnswer | undefined): Entitlement {
  if (answer === undefined) return inconclusive("the billing endpoint could not be reached");
  if (answer.kind === "untold") {
    const { status } = answer;
    return inconclusive(`the billing endpoint answered ${status}${whyNot[status] ?? ""}`);
  }
  if (answer.kind === "misshapen") {
    return inconclusive("the billing answer lacks the number of seats or their setting");
  }
  const { seats, setting } = answer;
  const evidence = `${seats} seats, setting "${setting}"`;
  if (seats > 0 && assigned.has(setting)) return { state: "active", evidence };
  if (seats === 0 && setting === "unconfigured") return { state: "unavailable", evidence };
  return inconclusive(evidence);
}

const whyNot: Readonly<Record<number, string>> = {
  401: ": the login is not accepted",
  403: ": only organization owners may read it",
  404: ": there is no such organization, or it may not be seen",
};

function inconclusive(evidence: string): Entitlement {
  return { state: "inconclusive", evidence };
}

/** The record of an administrator's word, where the forge gives no proof. */
export interface EntitlementConfirmation {
  readonly administrator: string;
  readonly confirmedBy: string;
  readonly confirmedAt: string;
}

export function confirmEntitlement(confirmation: {
  readonly administrator: string;
  readonly operator: string;
  readonly now: Date;
}): EntitlementConfirmation {
  const { administrator, operator, now } = confirmation;
  return {
    administrator: administrator.trim(),
    confirmedBy: operator,
    confirmedAt: now.toISOString(),
  };
}

/**
 * Finds variables and secrets that were meant to authenticate agents, such as AGENT_FORGE_TOKEN. Inference takes the
 * workflow token only: no such fallback is supported.
 */
export function findAgentFallbacks(names: Iterable<string>, brand: Brand): string[] {
  // The brand's word for its agent is the first one of its permission: "agent-requests".
  const [agent = "agent"] = brand.inferencePermission.split("-");
  const pattern = new RegExp(
    `(^|_)(AGENT|${agent})_(\\w*_)?(TOKEN|PAT|KEY|SECRET|CREDENTIALS?)$`,
    "i",
  );
  return [...names].filter((name) => pattern.test(name)).toSorted();
}
