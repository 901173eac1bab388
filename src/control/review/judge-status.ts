import type { Installation } from "../../forge/resources/installations.ts";
import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRecords, gateVariable, patSecret } from "../../credentials/records.ts";
import { installationsOf } from "../installations-of.ts";
import { halvesOf } from "../stored-records.ts";
import type { StoredRecords } from "../stored-records.ts";
import { findFaults } from "../setup/installation.ts";
import type { InstallationFault, InstallationProof } from "../setup/installation.ts";

export type RecordState = "set" | "missing" | "half" | "wrong" | "unknown";

/** One row of the specification's table of credential records, as it stands. */
export interface RecordStatus {
  readonly name: string;
  readonly kind: "variable" | "secret" | "built-in token";
  readonly location: string;
  readonly state: RecordState;
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
  readonly isComplete: boolean;
}

export interface StatusFacts {
  readonly stored: Pick<StoredRecords, "variables" | "secrets">;
  readonly environment: { readonly name: string; readonly hasPat: boolean | undefined };
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
  const { stored, environment, needs = { roles: appRoles, pat: false } } = facts;
  const pairs = appRoles.map((role) => ({ role, records: judgePair(role, facts) }));
  const isNeeded = (role: AppRole) => needs.roles.includes(role);
  const isShown = (role: AppRole) =>
    isNeeded(role) || halvesOf(stored, role).clientId !== undefined;
  const installations = appRoles.filter(isShown).map((role) => judgeInstallation(role, facts));
  const arePairsSet = pairs.every(
    ({ role, records }) => !isNeeded(role) || records.every(({ state }) => state === "set"),
  );
  const areProved = installations.every(({ state }) => state === "proved");
  return {
    records: [...pairs.flatMap(({ records }) => records), ...judgeOthers(facts)],
    installations,
    isComplete: arePairsSet && areProved && (!needs.pat || environment.hasPat === true),
  };
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
  const { name, hasPat } = environment;
  const patState = hasPat === undefined ? "unknown" : hasPat ? "set" : "missing";
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
