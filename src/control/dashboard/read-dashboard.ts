import { readGateRecord } from "../../admission/gate-record.ts";
import type { GateReading } from "../../admission/gate-record.ts";
import type { Credential } from "../../credentials/credential.ts";
import { gateVariable } from "../../credentials/records.ts";
import type { CoreCapacity } from "../../forge/count-requests.ts";
import { listLatestRuns } from "../../forge/resources/latest-runs.ts";
import type { LatestRun } from "../../forge/resources/latest-runs.ts";
import { listJobs, readJobLog } from "../../forge/resources/runs.ts";
import { unlessUnseen } from "../../forge/resources/unless-unseen.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import { findVariable } from "../../forge/resources/variables.ts";
import type { ControlSession } from "../control-session.ts";
import type { StatusDocument } from "../review/status-document.ts";
import { findAdmission, readAdmissionLog } from "./admission-seen.ts";
import type { AdmissionFields, AdmissionSeen } from "./admission-seen.ts";
import { listCapacities } from "./capacity-items.ts";
import { listCredentials } from "./dashboard.ts";
import type { Dashboard } from "./dashboard.ts";
import { judgeGate } from "./gate-item.ts";
import { listRunItems } from "./run-items.ts";

export interface DashboardWish extends ControlSession {
  /** How the control plane stands; it is asked for at the first look, and again when somebody wants it anew. */
  readonly status: () => Promise<StatusDocument>;
  /** What the login's answers said of its capacity. */
  readonly own: () => CoreCapacity | undefined;
}

export interface DashboardReader {
  /** What changed since the look before costs requests, and nothing else does. */
  look(now: Date, signal?: AbortSignal): Promise<Dashboard>;
  /** The next look asks for everything anew. */
  forget(): void;
}

/** Runs whose jobs are looked at, and logs of the gate that are read: as many as tell how things are now. */
const mostRuns = 10;
const mostLogs = 4;

export function createDashboardReader(wish: DashboardWish): DashboardReader {
  const { client, repository, own } = wish;
  const history = rememberAdmissions(wish);
  let status: Promise<StatusDocument> | undefined;
  const readRecord = (now: Date): Promise<GateReading | undefined> =>
    unlessUnseen(async () =>
      readGateRecord(await findVariable(client, repository, gateVariable), now),
    );
  return {
    look: async (now, signal) => {
      const [runs, record, standing] = await Promise.all([
        listLatestRuns(client, repository, signal),
        readRecord(now),
        (status ??= askAgainAfter(wish.status(), () => (status = undefined))),
      ]);
      const admissions = await history.admissionsOf(runs, signal);
      const told = await history.logsOf(admissions, signal);
      const denied = told.find(([{ isDenied }]) => isDenied);
      return {
        gate: judgeGate({ record, admissions, denial: denied?.[1], now }),
        runs: listRunItems(runs, admissions),
        capacity: listCapacities({
          credentials: chosenCredentials(standing),
          admissions: told,
          own: own(),
          now,
        }),
        credentials: listCredentials(standing),
      };
    },
    forget: () => {
      status = undefined;
    },
  };
}

function askAgainAfter<T>(asked: Promise<T>, forget: () => void): Promise<T> {
  asked.catch(forget);
  return asked;
}

function chosenCredentials({ profile, installations }: StatusDocument): Credential[] {
  const apps = installations.map(({ role }): Credential => `${role}-app`);
  return [...apps, ...(profile?.profile === "pat" ? (["pat"] as const) : []), "workflow-token"];
}

/** What is over does not change: its jobs and logs are read once. */
function rememberAdmissions({ client, repository }: ControlSession) {
  const seen = new Map<string, AdmissionSeen | undefined>();
  const logs = new Map<number, AdmissionFields>();
  const admissionOf = async (run: LatestRun, signal?: AbortSignal) => {
    const key = `${run.id} ${run.updatedAt}`;
    const known = seen.get(key);
    if (known || seen.has(key)) return known;
    const wish = { id: run.id, attempts: "latest" as const, ...(signal && { signal }) };
    const { entries } = await listJobs(client, repository, wish);
    const admission = findAdmission(run, entries);
    if (admission || run.status === "completed") seen.set(key, admission);
    return admission;
  };
  const logOf = async ({ jobId }: AdmissionSeen, signal?: AbortSignal) => {
    const known = logs.get(jobId);
    if (known) return known;
    // The forge keeps a log for a while only, and has none of a job that goes on.
    const log = await readJobLog(client, repository, jobId, signal).catch((error: unknown) => {
      if (isRefused(error, 403, 404, 410)) return "";
      throw error;
    });
    const fields = readAdmissionLog(log);
    logs.set(jobId, fields);
    return fields;
  };
  return {
    admissionsOf: async (runs: readonly LatestRun[], signal?: AbortSignal) => {
      const latest = runs.slice(0, mostRuns);
      const found = await Promise.all(latest.map((run) => admissionOf(run, signal)));
      return found.filter((each) => each !== undefined);
    },
    logsOf: async (admissions: readonly AdmissionSeen[], signal?: AbortSignal) => {
      const denied = admissions.find(({ isDenied }) => isDenied);
      const newest = admissions.slice(0, mostLogs);
      const wanted = denied && !newest.includes(denied) ? [...newest, denied] : newest;
      return Promise.all(wanted.map(async (each) => [each, await logOf(each, signal)] as const));
    },
  };
}
