import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { patSecret } from "../../credentials/records.ts";
import { adviseOn } from "../../credentials/stray-records.ts";
import { halvesOf } from "../repository/stored-records.ts";
import { evaluateInstallation } from "./installation-rows.ts";
import type { InstallationStatus } from "./installation-rows.ts";
import { evaluateOthers, evaluatePair, evaluateUnread, listStrays } from "./record-rows.ts";
import type { RecordStatus } from "./record-rows.ts";
import type { StatusFacts } from "./status-facts.ts";

export interface ControlPlaneStatus {
  readonly records: readonly RecordStatus[];
  readonly installations: readonly InstallationStatus[];
  /** Whether every required credential is stored in the right location and verified. */
  readonly isComplete: boolean;
  /** Whether everything is complete except for a proof. */
  readonly isUnproved: boolean;
  /** Whether no credential is stored. */
  readonly isBare: boolean;
  /**
   * Advice about stray records and about lists that this account cannot read. If there is any
   * advice, the status is reported as incomplete.
   */
  readonly advice: readonly string[];
}

/**
 * Evaluates stored records and installations. Anything that is not visible is unknown, never
 * complete.
 */
export function evaluateStatus(facts: StatusFacts): ControlPlaneStatus {
  const { stored, environment, shared, needs = { roles: appRoles, pat: false } } = facts;
  const isShown = (role: AppRole) =>
    needs.roles.includes(role) || (stored && halvesOf(stored, role).clientId !== undefined);
  const installations = appRoles.filter(isShown).map((role) => evaluateInstallation(role, facts));
  const pairs = new Map(appRoles.map((role) => [role, evaluatePair(role, facts)] as const));
  const hasPat = environment.secrets?.has(patSecret) === true;
  const isNothingMissing =
    needs.roles.every((role) => pairs.get(role)?.every(({ state }) => state === "set")) &&
    (!needs.pat || hasPat);
  const isProved =
    installations.every(({ state }) => state === "proved") &&
    (!needs.pat || facts.isPatProved === true);
  const strays = listStrays(facts);
  const isSharedSeen = evaluateUnread(shared).length === 0;
  const isSeenComplete = environment.secrets !== undefined && isSharedSeen;
  const ofApps = [...pairs.values()].flat();
  return {
    records: [...ofApps, ...evaluateOthers(facts)],
    installations,
    advice: [...strays.map(adviseOn), ...(isSharedSeen ? [] : [readShared])],
    isComplete: isNothingMissing && isProved,
    isUnproved: isNothingMissing && !isProved && installations.every(mayBeRight),
    isBare:
      ofApps.every(({ state }) => state === "missing") &&
      isSeenComplete &&
      !hasPat &&
      strays.length === 0,
  };
}

const mayBeRight = ({ state }: InstallationStatus) => state === "proved" || state === "unknown";
const readShared = "Use an account that can list the records that the organization shares";
