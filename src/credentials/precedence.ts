import { appRoles } from "./apps/app-role.ts";
import type { AppRole } from "./apps/app-role.ts";
import { nameCredential } from "./credential.ts";
import type { Credential } from "./credential.ts";
import { appRecords, patSecret } from "./records.ts";
import type { ProfileChoice } from "./profile/choice.ts";
import { describeUse, findStrayRecords, placesOf } from "./stray-records.ts";
import type { StoredNames, StrayRecord } from "./stray-records.ts";

/** Purpose for which a run uses a credential. */
export type Purpose =
  | "forge-tools"
  | "admission"
  | "control-precompute"
  | "safe-outputs"
  | "gate-persistence"
  | "inference";

/**
 * Credentials that a run tries for each purpose, in this order:
 *
 * 1. the App of the role: the read App reads, the write App writes,
 * 2. the fine-grained PAT,
 * 3. the workflow token, within its own permissions.
 *
 * Inference uses only the workflow token.
 * @see spec/credentials.md, "Credential roles and precedence"
 */
export const credentialChains: Readonly<Record<Purpose, readonly Credential[]>> = {
  "forge-tools": ["read-app", "pat", "workflow-token"],
  admission: ["read-app", "pat", "workflow-token"],
  "control-precompute": ["read-app", "pat", "workflow-token"],
  "safe-outputs": ["write-app", "pat", "workflow-token"],
  "gate-persistence": ["write-app", "pat", "workflow-token"],
  inference: ["workflow-token"],
};

/** Returns the first available credential of the chain. The workflow token is always available. */
export function selectCredential(purpose: Purpose, available: ReadonlySet<Credential>): Credential {
  return credentialChains[purpose].find((each) => available.has(each)) ?? "workflow-token";
}

/**
 * Returns the credentials that a run finds, wherever they are stored. An App with only one of its
 * records does not count, because a run would skip it silently.
 */
export function findCredentials(stored: StoredNames): Set<Credential> {
  const found = new Set<Credential>(["workflow-token"]);
  if (hasApp(stored, "read") === "both") found.add("read-app");
  if (hasApp(stored, "write") === "both") found.add("write-app");
  if (placesOf(stored, "secret", patSecret).length > 0) found.add("pat");
  return found;
}

/**
 * A problem with precedence: either a run would use a credential other than the chosen one, or a
 * stray record exists.
 */
export interface PrecedenceProblem {
  readonly purpose?: Purpose;
  readonly reason: string;
}

/**
 * Compares the stored records with the choice. Checks every record, because a run uses any
 * credential that it finds, even if it was not chosen.
 */
export function findPrecedenceProblems(
  choice: ProfileChoice,
  stored: StoredNames,
): PrecedenceProblem[] {
  const available = findCredentials(stored);
  const surprises = (Object.keys(credentialChains) as Purpose[]).flatMap((purpose) => {
    const intended = intendCredential(purpose, choice);
    const actual = selectCredential(purpose, available);
    const reason = `${purpose} would use the ${nameCredential(actual)} instead of the chosen ${nameCredential(intended)}`;
    return actual === intended ? [] : [{ purpose, reason }];
  });
  return [
    ...findHalves(stored),
    ...findStrayRecords(stored).map(describeStray),
    ...findUnchosenPat(choice, stored),
    ...surprises,
  ];
}

function intendCredential(purpose: Purpose, { readApp, writeApp, pat }: ProfileChoice): Credential {
  const chosen = new Set<Credential>(["workflow-token"]);
  if (readApp) chosen.add("read-app");
  if (writeApp) chosen.add("write-app");
  if (pat) chosen.add("pat");
  return selectCredential(purpose, chosen);
}

function findHalves(stored: StoredNames): PrecedenceProblem[] {
  return appRoles.flatMap((role) => {
    const { variable, secret } = appRecords[role];
    const held = hasApp(stored, role);
    if (held === "both" || held === "nothing") return [];
    const missing = held === "variable" ? secret : variable;
    return [{ reason: `${missing} is missing, so the ${role} App is not used` }];
  });
}

function describeStray(stray: StrayRecord): PrecedenceProblem {
  const { name, kind, location, home } = stray;
  const where = `${name} is a ${kind} in the ${location} but belongs in the ${home}`;
  return { reason: `${where}: ${describeUse(stray)}` };
}

/** Reports a PAT that is stored but not chosen. Storing a PAT is not consent. */
function findUnchosenPat({ pat }: ProfileChoice, stored: StoredNames): PrecedenceProblem[] {
  if (pat || placesOf(stored, "secret", patSecret).length === 0) return [];
  const reason = `${patSecret} is stored, but no PAT is chosen: it would be used without consent`;
  return [{ reason }];
}

function hasApp(stored: StoredNames, role: AppRole): "both" | "variable" | "secret" | "nothing" {
  const { variable, secret } = appRecords[role];
  const hasVariable = placesOf(stored, "variable", variable).length > 0;
  const hasSecret = placesOf(stored, "secret", secret).length > 0;
  if (hasVariable && hasSecret) return "both";
  return hasVariable ? "variable" : hasSecret ? "secret" : "nothing";
}
