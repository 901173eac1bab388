import type { AppRole } from "../../credentials/apps/app-role.ts";
import { isClientId } from "../../credentials/apps/client-id.ts";
import { appRecords, gateVariable, patSecret } from "../../credentials/records.ts";
import { describeUse, findStrayRecords } from "../../credentials/stray-records.ts";
import type { RecordKind, StrayRecord } from "../../credentials/stray-records.ts";
import { halvesOf } from "../repository/stored-records.ts";
import type { SharedNames } from "../repository/stored-records.ts";
import type { StatusFacts } from "./status-facts.ts";

/** `stray`: stored in the wrong location, but runs still find it. */
type RecordState = "set" | "missing" | "half" | "wrong" | "stray" | "unknown";

/** A row of the credential record table in the specification, with its state. */
export interface RecordStatus {
  readonly name: string;
  readonly kind: "variable" | "secret" | "built-in token";
  readonly location: string;
  readonly state: RecordState;
  /** How runs use a stray record, or which property of a stored record is not verified. */
  readonly reason?: string;
  /** URL of the section that explains how to fix the record; undefined if it is ready or not needed. */
  readonly page?: string;
}

export type RecordFacts = Pick<
  StatusFacts,
  "stored" | "environment" | "shared" | "workflowToken" | "isPatProved"
>;

/** Returns the rows for an App's client ID and key. */
export function evaluatePair(
  role: AppRole,
  { stored }: Pick<RecordFacts, "stored">,
): RecordStatus[] {
  const { variable, secret } = appRecords[role];
  const [idState, keyState] = stored ? evaluateHalves(halvesOf(stored, role)) : unlisted;
  const location = "repository";
  return [
    { name: variable, kind: "variable", location, state: idState },
    { name: secret, kind: "secret", location, state: keyState },
  ];
}

const unlisted = ["unknown", "unknown"] as const;

function evaluateHalves({
  clientId,
  hasKey,
}: ReturnType<typeof halvesOf>): [id: RecordState, key: RecordState] {
  const state = (isSet: boolean, isOtherSet: boolean): RecordState =>
    isSet ? (isOtherSet ? "set" : "half") : "missing";
  const hasId = clientId !== undefined;
  const idState = hasId && !isClientId(clientId) ? "wrong" : state(hasId, hasKey);
  return [idState, state(hasKey, hasId)];
}

/**
 * Returns the rows for the PAT, the workflow token and the gate record, then stray records and
 * unreadable lists.
 */
export function evaluateOthers(facts: RecordFacts): RecordStatus[] {
  return [...evaluateTokens(facts), ...evaluateStrays(facts), ...evaluateUnread(facts.shared)];
}

function evaluateTokens({ stored, environment, ...facts }: RecordFacts): RecordStatus[] {
  const { workflowToken, isPatProved } = facts;
  const { name, secrets } = environment;
  const stateOf = (names: { has(name: string): boolean } | undefined, record: string) =>
    !names ? "unknown" : names.has(record) ? "set" : "missing";
  const patState = stateOf(secrets, patSecret);
  const gateState = stateOf(stored?.variables, gateVariable);
  return [
    {
      name: patSecret,
      kind: "secret",
      location: `environment ${name}`,
      state: patState,
      ...(patState === "set" && isPatProved === false && { reason: untried }),
    },
    { name: workflowToken, kind: "built-in token", location: "each run", state: "set" },
    { name: gateVariable, kind: "variable", location: "repository", state: gateState },
  ];
}

const untried = "only a run can check whether it works";

function evaluateStrays(facts: RecordFacts): RecordStatus[] {
  return listStrays(facts).map((stray) => ({
    name: stray.name,
    kind: stray.kind,
    location:
      stray.location === "environment" ? `environment ${facts.environment.name}` : stray.location,
    state: "stray",
    reason: describeUse(stray),
  }));
}

/** Returns the stray records among the names that could be listed. */
export function listStrays({ stored, environment, shared }: RecordFacts): StrayRecord[] {
  const none = new Set<string>();
  return findStrayRecords({
    variables: new Set(stored?.variables.keys()),
    secrets: stored?.secrets ?? none,
    environmentSecrets: environment.secrets ?? none,
    organizationVariables: shared.variables ?? none,
    organizationSecrets: shared.secrets ?? none,
  });
}

/** Returns a row for each list that this account cannot read. Such a list never counts as empty. */
export function evaluateUnread({ variables, secrets }: SharedNames): RecordStatus[] {
  const row = (kind: RecordKind) =>
    ({ name: "CP_FORGE_*", kind, location: "organization", state: "unknown" }) as const;
  return [...(variables ? [] : [row("variable")]), ...(secrets ? [] : [row("secret")])];
}
