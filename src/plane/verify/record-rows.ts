import type { AppRole } from "../../credentials/apps/app-role.ts";
import { isClientId } from "../../credentials/apps/client-id.ts";
import { appRecords, gateVariable, patSecret } from "../../credentials/records.ts";
import { describeUse, findStrayRecords } from "../../credentials/stray-records.ts";
import type { RecordKind, StrayRecord } from "../../credentials/stray-records.ts";
import { halvesOf } from "../repository/stored-records.ts";
import type { SharedNames } from "../repository/stored-records.ts";
import type { StatusFacts } from "./status-facts.ts";

/** `stray`: where it does not belong, and where runs find it all the same. */
type RecordState = "set" | "missing" | "half" | "wrong" | "stray" | "unknown";

/** One row of the specification's table of credential records, as it stands. */
export interface RecordStatus {
  readonly name: string;
  readonly kind: "variable" | "secret" | "built-in token";
  readonly location: string;
  readonly state: RecordState;
  /** What runs make of a stray one; what is not known of one that is set. */
  readonly because?: string;
}

export type RecordFacts = Pick<
  StatusFacts,
  "stored" | "environment" | "shared" | "workflowToken" | "isPatProved"
>;

/** An App's client ID and its key. */
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

/** The other rows of the specification's table, then what stands elsewhere and the lists that may not be read. */
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
      ...(patState === "set" && isPatProved === false && { because: untried }),
    },
    { name: workflowToken, kind: "built-in token", location: "each run", state: "set" },
    { name: gateVariable, kind: "variable", location: "repository", state: gateState },
  ];
}

const untried = "whether it works, only a run can tell";

function evaluateStrays(facts: RecordFacts): RecordStatus[] {
  return listStrays(facts).map((stray) => ({
    name: stray.name,
    kind: stray.kind,
    location: stray.place === "environment" ? `environment ${facts.environment.name}` : stray.place,
    state: "stray",
    because: describeUse(stray),
  }));
}

/** Records that stand where they do not belong, as far as names could be listed. */
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

/** A list that may not be read is never an empty one. */
export function evaluateUnread({ variables, secrets }: SharedNames): RecordStatus[] {
  const row = (kind: RecordKind) =>
    ({ name: "CP_FORGE_*", kind, location: "organization", state: "unknown" }) as const;
  return [...(variables ? [] : [row("variable")]), ...(secrets ? [] : [row("secret")])];
}
