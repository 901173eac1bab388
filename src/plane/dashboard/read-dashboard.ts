import { readGateRecord } from "../../run/admit/gate-record.ts";
import type { GateReading } from "../../run/admit/gate-record.ts";
import type { Credential } from "../../credentials/credential.ts";
import { gateVariable } from "../../credentials/records.ts";
import type { Budget } from "../../forge/budget.ts";
import { RateLimited } from "../../forge/forge-errors.ts";
import { listLatestRuns } from "../../forge/resources/latest-runs.ts";
import type { LatestRun } from "../../forge/resources/latest-runs.ts";
import { unlessUnseen } from "../../forge/resources/unless-unseen.ts";
import { findVariable } from "../../forge/resources/variables.ts";
import { UserError } from "../../shared/errors.ts";
import type { ControlSession } from "../repository/control-session.ts";
import type { StatusDocument } from "../verify/status-document.ts";
import { recordAdmissions } from "./admission-history.ts";
import { listCapacities } from "./capacity-items.ts";
import { listCredentials } from "./dashboard.ts";
import type { Dashboard } from "./dashboard.ts";
import { evaluateGate } from "./gate-item.ts";
import { listRunItems, pickShownRuns } from "./run-items.ts";

export interface DashboardRequest extends ControlSession {
  /** Reads the status of the control plane. Called for the first reading and after `forget`. */
  readonly status: () => Promise<StatusDocument>;
  /** API capacity of the current account, from the latest responses. */
  readonly own: () => Budget | undefined;
  readonly hasRoomFor: (requests: number) => boolean;
}

/** A reading of the dashboard, and the reason if it is not complete. */
export interface DashboardSnapshot {
  readonly dashboard: Dashboard;
  /** Reason why the credentials are outdated or missing. */
  readonly failure: UserError | undefined;
}

export interface DashboardReader {
  /** Reads the dashboard. Sends requests only for what changed since the previous reading. */
  read(now: Date, signal?: AbortSignal): Promise<DashboardSnapshot>;
  /** After this call, the next reading requests the status and missing logs again. */
  forget(): void;
}

/**
 * Number of newest runs that are always read. Of the older runs shown, only failed runs are read.
 */
const newestRuns = 10;

export function createDashboardReader(request: DashboardRequest): DashboardReader {
  const { client, repository, own, hasRoomFor } = request;
  const history = recordAdmissions(request, hasRoomFor);
  const status = cacheStatus(request.status);
  const readRecord = (now: Date): Promise<GateReading | undefined> =>
    unlessUnseen(async () =>
      readGateRecord(await findVariable(client, repository, gateVariable), now),
    );
  return {
    read: async (now, signal) => {
      const [runs, record, { overallStatus, failure }] = await Promise.all([
        listLatestRuns(client, repository, signal),
        readRecord(now),
        status.find(),
      ]);
      const { admissions: seen, unchecked } = await history.admissionsOf(pickRuns(runs), signal);
      const admissions = seen.map(([admission]) => admission);
      const denied = seen.find(([{ isDenied }]) => isDenied);
      const dashboard = {
        gate: evaluateGate({ record, admissions, unchecked, denial: denied?.[1], now }),
        runs: listRunItems(runs, admissions),
        capacity: listCapacities({
          credentials: overallStatus ? chosenCredentials(overallStatus) : ["workflow-token"],
          admissions: seen,
          own: own(),
          now,
        }),
        credentials: overallStatus ? listCredentials(overallStatus) : [],
      };
      return { dashboard, failure };
    },
    forget: () => {
      status.forget();
      history.forget();
    },
  };
}

/** If the status cannot be read, keeps the previous status and returns the reason. */
function cacheStatus(read: DashboardRequest["status"]) {
  let overallStatus: StatusDocument | undefined;
  let isWanted = true;
  return {
    find: async () => {
      let failure: UserError | undefined;
      if (isWanted) {
        isWanted = false;
        try {
          overallStatus = await read();
        } catch (error) {
          isWanted = true;
          // After a rate limit, all other requests would be rejected too.
          if (!(error instanceof UserError) || error instanceof RateLimited) throw error;
          failure = error;
        }
      }
      return { overallStatus, failure };
    },
    forget: () => {
      isWanted = true;
    },
  };
}

function pickRuns(runs: readonly LatestRun[]): readonly LatestRun[] {
  const newest = runs.slice(0, newestRuns);
  const older = pickShownRuns(runs).filter(
    (run) => run.conclusion === "failure" && !newest.includes(run),
  );
  return [...newest, ...older];
}

function chosenCredentials({ profile, installations }: StatusDocument): Credential[] {
  const apps = installations.map(({ role }): Credential => `${role}-app`);
  return [...apps, ...(profile?.profile === "pat" ? (["pat"] as const) : []), "workflow-token"];
}
