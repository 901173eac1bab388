import type { Installation } from "../../forge/resources/installations.ts";
import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRecords, gateVariable, patSecret } from "../../credentials/records.ts";
import { adviseOn, describeUse, findStrayRecords } from "../../credentials/stray-records.ts";
import type { RecordKind, StrayRecord } from "../../credentials/stray-records.ts";
import { installationsOf } from "../installations-of.ts";
import { halvesOf } from "../stored-records.ts";
import type { SharedNames, StoredRecords } from "../stored-records.ts";
import { findFaults } from "../setup/installation.ts";
import type { InstallationFault, InstallationProof } from "../setup/installation.ts";

/** `stray`: where it does not belong, and where runs find it all the same. */
export type RecordState = "set" | "missing" | "half" | "wrong" | "stray" | "unknown";

/** One row of the specification's table of credential records, as it stands. */
export interface RecordStatus {
  readonly name: string;
  readonly kind: "variable" | "secret" | "built-in token";
  readonly location: string;
  readonly state: RecordState;
  /** What runs make of a stray one. */
  readonly because?: string;
}

export interface InstallationStatus {
  readonly role: AppRole;
  readonly app: string | undefined;
  /** `proved`: seen with the App's own key, unchanged since. `unknown`: nothing here can tell. */
  readonly state: "proved" | "unknown" | "missing" | "wrong";
  readonly because: string;
}

export interface ControlPlaneStatus {
  readonly records: readonly RecordStatus[];
  readonly installations: readonly InstallationStatus[];
  /** Whether everything that is needed is there, in its place. */
  readonly isComplete: boolean;
  /** What to do about stray records, and about lists that this login may not read: with any, nothing is as it should be. */
  readonly advice: readonly string[];
}

export interface StatusFacts {
  readonly stored: Pick<StoredRecords, "variables" | "secrets">;
  readonly environment: {
    readonly name: string;
    /** Names of its secrets; undefined when this login may not list them. */
    readonly secrets: ReadonlySet<string> | undefined;
  };
  /** What the organization shares with the repository. */
  readonly shared: SharedNames;
  readonly workflowToken: string;
  /** Undefined when this login may not list them. */
  readonly installations: readonly Installation[] | undefined;
  /** What the recorded decision calls for; both Apps while nothing is decided. */
  readonly needs?: { readonly roles: readonly AppRole[]; readonly pat: boolean };
  /** The journal's proof of each App's installation. */
  readonly proofOf: (role: AppRole, clientId: string) => InstallationProof | undefined;
}

/** Judges what is stored and installed. What cannot be seen is unknown, never complete. */
export function judgeStatus(facts: StatusFacts): ControlPlaneStatus {
  const { stored, environment, shared, needs = { roles: appRoles, pat: false } } = facts;
  const pairs = appRoles.map((role) => ({ role, records: judgePair(role, facts) }));
  const isNeeded = (role: AppRole) => needs.roles.includes(role);
  const isShown = (role: AppRole) =>
    isNeeded(role) || halvesOf(stored, role).clientId !== undefined;
  const installations = appRoles.filter(isShown).map((role) => judgeInstallation(role, facts));
  const arePairsSet = pairs.every(
    ({ role, records }) => !isNeeded(role) || records.every(({ state }) => state === "set"),
  );
  const areProved = installations.every(({ state }) => state === "proved");
  const hasPat = environment.secrets?.has(patSecret) === true;
  const unread = judgeUnread(shared);
  return {
    records: [
      ...pairs.flatMap(({ records }) => records),
      ...judgeOthers(facts),
      ...judgeStrays(facts),
      ...unread,
    ],
    installations,
    advice: [...listStrays(facts).map(adviseOn), ...(unread.length > 0 ? [readShared] : [])],
    isComplete: arePairsSet && areProved && (!needs.pat || hasPat),
  };
}

const readShared = "Look with a login that may list what the organization shares";

function listStrays({ stored, environment, shared }: StatusFacts): StrayRecord[] {
  const none = new Set<string>();
  return findStrayRecords({
    variables: new Set(stored.variables.keys()),
    secrets: stored.secrets,
    environmentSecrets: environment.secrets ?? none,
    organizationVariables: shared.variables ?? none,
    organizationSecrets: shared.secrets ?? none,
  });
}

function judgeStrays(facts: StatusFacts): RecordStatus[] {
  return listStrays(facts).map((stray) => ({
    name: stray.name,
    kind: stray.kind,
    location: stray.place === "environment" ? `environment ${facts.environment.name}` : stray.place,
    state: "stray",
    because: describeUse(stray),
  }));
}

/** A list that may not be read is never an empty one. */
function judgeUnread({ variables, secrets }: SharedNames): RecordStatus[] {
  const row = (kind: RecordKind) =>
    ({ name: "CP_FORGE_*", kind, location: "organization", state: "unknown" }) as const;
  return [...(variables ? [] : [row("variable")]), ...(secrets ? [] : [row("secret")])];
}

/** Anybody who may write variables can put anything there, and it is shown. */
const clientIdShape = /^[\w.]{4,40}$/;

function judgePair(role: AppRole, { stored }: StatusFacts): RecordStatus[] {
  const { clientId, hasKey } = halvesOf(stored, role);
  const state = (isSet: boolean, isOtherSet: boolean): RecordState =>
    isSet ? (isOtherSet ? "set" : "half") : "missing";
  const location = "repository";
  const { variable, secret } = appRecords[role];
  const hasId = clientId !== undefined;
  const idState = hasId && !clientIdShape.test(clientId) ? "wrong" : state(hasId, hasKey);
  return [
    { name: variable, kind: "variable", location, state: idState },
    { name: secret, kind: "secret", location, state: state(hasKey, hasId) },
  ];
}

function judgeOthers({ stored, environment, workflowToken }: StatusFacts): RecordStatus[] {
  const { name, secrets } = environment;
  const patState = !secrets ? "unknown" : secrets.has(patSecret) ? "set" : "missing";
  const gateState = stored.variables.has(gateVariable) ? "set" : "missing";
  return [
    { name: patSecret, kind: "secret", location: `environment ${name}`, state: patState },
    { name: workflowToken, kind: "built-in token", location: "each run", state: "set" },
    { name: gateVariable, kind: "variable", location: "repository", state: gateState },
  ];
}

function judgeInstallation(role: AppRole, facts: StatusFacts): InstallationStatus {
  const { stored, installations, proofOf } = facts;
  const { clientId } = halvesOf(stored, role);
  if (clientId === undefined) {
    return { role, app: undefined, state: "missing", because: "no client ID is stored" };
  }
  if (!clientIdShape.test(clientId)) {
    return { role, app: undefined, state: "wrong", because: "what is stored is no client ID" };
  }
  if (!installations) {
    return {
      role,
      app: clientId,
      state: "unknown",
      because: "this login may not list installations",
    };
  }
  const proof = proofOf(role, clientId);
  const traces = { clientId, installationId: proof?.installationId };
  const [found] = installationsOf(traces, installations);
  if (!found) return { role, app: clientId, state: "missing", because: "the App is not installed" };
  const app = found.appSlug;
  const [fault] = findFaults(found, role);
  if (fault) return { role, app, state: "wrong", because: describeFault(fault) };
  const isUnchanged = proof?.installationId === found.id && proof.updatedAt === found.updatedAt;
  return isUnchanged
    ? { role, app, state: "proved", because: "seen with its own key, and unchanged since" }
    : {
        role,
        app,
        state: "unknown",
        because: "selected repositories; which ones, only its key can tell",
      };
}

function describeFault(fault: InstallationFault): string {
  if (fault.state === "suspended") return "the installation is suspended";
  if (fault.state === "all-repositories") return "it is installed on all repositories";
  const names = fault.differences.map(({ permission }) => permission).join(", ");
  return `its permissions differ from the ceiling: ${names}`;
}
