import type { Brand } from "../forge/brand.ts";
import type { BillingAnswer } from "../forge/resources/organizations.ts";

/**
 * Whether the organization pays for agent inference. This does not depend on the credentials for
 * targets.
 */
export interface Entitlement {
  readonly state: "active" | "unavailable" | "inconclusive";
  readonly evidence: string;
}

const assigned = new Set(["assign_all", "assign_selected"]);

/**
 * Evaluates the response of the billing endpoint: "active" means continue, "unavailable" means
 * stop, and "inconclusive" means that an organization administrator must confirm.
 *
 * Only zero seats with the setting "unconfigured" prove that there is no billing. Only owners can
 * use the endpoint, so a rejection proves nothing.
 * @see facts/forge.md, section 10
 */
export function evaluateEntitlement(answer: BillingAnswer | undefined): Entitlement {
  if (answer === undefined) return inconclusive("the billing endpoint did not respond");
  if (answer.kind === "unreported") {
    const { status } = answer;
    return inconclusive(`the billing endpoint responded with ${status}${whyNot[status] ?? ""}`);
  }
  if (answer.kind === "misshapen") {
    return inconclusive("the billing response lacks the number of seats or their setting");
  }
  const { seats, setting } = answer;
  const evidence = `${seats} seats, setting "${setting}"`;
  if (seats > 0 && assigned.has(setting)) return { state: "active", evidence };
  if (seats === 0 && setting === "unconfigured") return { state: "unavailable", evidence };
  return inconclusive(evidence);
}

const whyNot: Readonly<Record<number, string>> = {
  401: ": the login was rejected",
  403: ": only organization owners have access",
  404: ": the organization does not exist or is not visible to you",
};

function inconclusive(evidence: string): Entitlement {
  return { state: "inconclusive", evidence };
}

/**
 * Whether GitHub reported that an account is an administrator of the organization; `unverified` if
 * the operator cannot see the account's role.
 */
export type AdministratorRole = "administrator" | "unverified";

/**
 * Returns why an account cannot confirm the billing; undefined if it can, or if its role is unknown.
 * @param role the role in the organization as reported by GitHub; undefined if it is not visible
 */
export function refuseAdministrator(
  owner: string,
  login: string,
  role: string | undefined,
): string | undefined {
  if (role === undefined || role === "admin") return undefined;
  if (role === "none") return `${login} is not a member of ${owner}.`;
  if (role === "invited") return `${login} has not accepted the invitation to ${owner} yet.`;
  return `${login} is not an administrator of ${owner}. The role is ${role}.`;
}

/** Record of an administrator's confirmation, for cases in which GitHub provides no proof. */
export interface EntitlementConfirmation {
  readonly administrator: string;
  /** Undefined in decisions from before the role was checked. */
  readonly role?: AdministratorRole;
  readonly confirmedBy: string;
  readonly confirmedAt: string;
}

export function confirmEntitlement(confirmation: {
  readonly administrator: string;
  readonly role: AdministratorRole;
  readonly operator: string;
  readonly now: Date;
}): EntitlementConfirmation {
  const { administrator, role, operator, now } = confirmation;
  return {
    administrator: administrator.trim(),
    role,
    confirmedBy: operator,
    confirmedAt: now.toISOString(),
  };
}

/**
 * Finds variables and secrets that were meant to authenticate agents, such as AGENT_FORGE_TOKEN.
 * Such fallbacks are not supported: inference uses the workflow token only.
 */
export function findAgentFallbacks(names: Iterable<string>, brand: Brand): string[] {
  // The permission's name starts with the brand's word for its agent. Example: "agent" in
  // "agent-requests".
  const [agent = "agent"] = brand.inferencePermission.split("-");
  const pattern = new RegExp(
    `(^|_)(AGENT|${agent})_(\\w*_)?(TOKEN|PAT|KEY|SECRET|CREDENTIALS?)$`,
    "i",
  );
  return [...names].filter((name) => pattern.test(name)).toSorted();
}
