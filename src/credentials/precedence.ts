import { appRoles } from "./apps/app-role.ts";
import type { AppRole } from "./apps/app-role.ts";
import { nameCredential } from "./credential.ts";
import type { Credential } from "./credential.ts";
import { appRecords, patSecret } from "./records.ts";
import type { ProfileChoice } from "./profile/choice.ts";
import { describeUse, findStrayRecords, placesOf } from "./stray-records.ts";
import type { StoredNames, StrayRecord } from "./stray-records.ts";

/** What a run does with a credential. */
export type Purpose =
  | "forge-tools"
  | "admission"
  | "control-precompute"
  | "safe-outputs"
  | "gate-persistence"
  | "inference";

/**
 * The credentials that a run tries for a purpose, first one first:
 *
 * 1. the App of the role: the read App reads, the write App writes,
 * 2. the fine-grained PAT,
 * 3. the workflow token, for what it is authorized to do.
 *
 * Inference takes the workflow token and nothing else.
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

/** The first credential of the chain that is there. The workflow token always is. */
export function selectCredential(purpose: Purpose, available: ReadonlySet<Credential>): Credential {
  return credentialChains[purpose].find((each) => available.has(each)) ?? "workflow-token";
}

/** Credentials that a run finds, wherever they are stored. Half a pair is none: the run would fall through without a word. */
export function findCredentials(stored: StoredNames): Set<Credential> {
  const found = new Set<Credential>(["workflow-token"]);
  if (holdsApp(stored, "read") === "whole") found.add("read-app");
  if (holdsApp(stored, "write") === "whole") found.add("write-app");
  if (placesOf(stored, "secret", patSecret).length > 0) found.add("pat");
  return found;
}

/** A purpose that a run would serve with another credential than the one that was chosen, or a record gone astray. */
export interface PrecedenceProblem {
  readonly purpose?: Purpose;
  readonly because: string;
}

/**
 * Compares what is stored with what was chosen. The run itself cannot know why a secret exists, so that the review looks
 * at every record instead of relying on the fallback.
 */
export function findPrecedenceProblems(
  choice: ProfileChoice,
  stored: StoredNames,
): PrecedenceProblem[] {
  const available = findCredentials(stored);
  const surprises = (Object.keys(credentialChains) as Purpose[]).flatMap((purpose) => {
    const intended = intendCredential(purpose, choice);
    const actual = selectCredential(purpose, available);
    const because = `${purpose} would use the ${nameCredential(actual)}, and the ${nameCredential(intended)} is chosen`;
    return actual === intended ? [] : [{ purpose, because }];
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
    const held = holdsApp(stored, role);
    if (held === "whole" || held === "nothing") return [];
    const missing = held === "variable" ? secret : variable;
    return [{ because: `${missing} is missing, so that the ${role} App is not used at all` }];
  });
}

function describeStray(stray: StrayRecord): PrecedenceProblem {
  const { name, kind, place, home } = stray;
  const where = `${name} is a ${kind} of the ${place}, and belongs into the ${home}`;
  return { because: `${where}: ${describeUse(stray)}` };
}

/** A stored PAT is no consent. */
function findUnchosenPat({ pat }: ProfileChoice, stored: StoredNames): PrecedenceProblem[] {
  if (pat || placesOf(stored, "secret", patSecret).length === 0) return [];
  const because = `${patSecret} is stored, and no PAT is chosen: it would step in without consent`;
  return [{ because }];
}

function holdsApp(stored: StoredNames, role: AppRole): "whole" | "variable" | "secret" | "nothing" {
  const { variable, secret } = appRecords[role];
  const hasVariable = placesOf(stored, "variable", variable).length > 0;
  const hasSecret = placesOf(stored, "secret", secret).length > 0;
  if (hasVariable && hasSecret) return "whole";
  return hasVariable ? "variable" : hasSecret ? "secret" : "nothing";
}
