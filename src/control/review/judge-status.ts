import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { patSecret } from "../../credentials/records.ts";
import { adviseOn } from "../../credentials/stray-records.ts";
import { halvesOf } from "../stored-records.ts";
import { judgeInstallation } from "./installation-rows.ts";
import type { InstallationStatus } from "./installation-rows.ts";
import { judgePair, judgeRecords, judgeUnread, listStrays } from "./record-rows.ts";
import type { RecordStatus } from "./record-rows.ts";
import type { StatusFacts } from "./status-facts.ts";

export interface ControlPlaneStatus {
  readonly records: readonly RecordStatus[];
  readonly installations: readonly InstallationStatus[];
  /** Whether everything that is needed is there, in its place. */
  readonly isComplete: boolean;
  /** Whether not one credential is stored. */
  readonly isBare: boolean;
  /** What to do about stray records, and about lists that this login may not read: with any, nothing is as it should be. */
  readonly advice: readonly string[];
}

/** Judges what is stored and installed. What cannot be seen is unknown, never complete. */
export function judgeStatus(facts: StatusFacts): ControlPlaneStatus {
  const { stored, environment, shared, needs = { roles: appRoles, pat: false } } = facts;
  const isNeeded = (role: AppRole) => needs.roles.includes(role);
  const isShown = (role: AppRole) =>
    isNeeded(role) || (stored && halvesOf(stored, role).clientId !== undefined);
  const installations = appRoles.filter(isShown).map((role) => judgeInstallation(role, facts));
  const pairs = appRoles.map((role) => ({ role, records: judgePair(role, facts) }));
  const arePairsSet = pairs.every(
    ({ role, records }) => !isNeeded(role) || records.every(({ state }) => state === "set"),
  );
  const areMissing = pairs.every(({ records }) =>
    records.every(({ state }) => state === "missing"),
  );
  const areProved = installations.every(({ state }) => state === "proved");
  const hasPat = environment.secrets?.has(patSecret) === true;
  const strays = listStrays(facts);
  const isSharedSeen = judgeUnread(shared).length === 0;
  const isSeenWhole = environment.secrets !== undefined && isSharedSeen;
  return {
    records: judgeRecords(facts),
    installations,
    advice: [...strays.map(adviseOn), ...(isSharedSeen ? [] : [readShared])],
    isComplete: arePairsSet && areProved && (!needs.pat || hasPat),
    isBare: areMissing && isSeenWhole && !hasPat && strays.length === 0,
  };
}

const readShared = "Look with a login that may list what the organization shares";
