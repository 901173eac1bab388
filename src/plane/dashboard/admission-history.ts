import type { LatestRun } from "../../forge/resources/latest-runs.ts";
import { listJobs, readJobLog } from "../../forge/resources/runs.ts";
import { unlessUnseen } from "../../forge/resources/unless-unseen.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { findAdmission, nothingPrinted, readAdmissionLog } from "./admission-seen.ts";
import type { AdmissionFields, AdmissionSeen } from "./admission-seen.ts";

/** An admission and the fields that the gate printed. */
type ReportedAdmission = readonly [AdmissionSeen, AdmissionFields];

export interface AdmissionHistory {
  /**
   * Returns admissions, newest first. Reads as many runs as the request budget allows; the next
   * call reads the remaining runs.
   */
  admissionsOf(runs: readonly LatestRun[], signal?: AbortSignal): Promise<SeenAdmissions>;
  /** After this call, `admissionsOf` requests missing logs again. */
  forget(): void;
}

interface SeenAdmissions {
  readonly admissions: readonly ReportedAdmission[];
  /** Number of runs skipped because of the request budget. */
  readonly unchecked: number;
}

/** Maximum number of runs that are read concurrently. */
const atOnce = 5;
/** Number of requests to read one run: one for its jobs and one for its log. */
const requestsOfRun = 2;

/** Reads the jobs and the log of a finished run only once, because they do not change. */
export function recordAdmissions(
  session: ControlSession,
  hasRoomFor: (requests: number) => boolean,
): AdmissionHistory {
  const seen = new Map<string, ReportedAdmission | undefined>();
  const gone = new Set<string>();
  const readLog = async (run: LatestRun, signal: AbortSignal | undefined) => {
    const admission = await findAdmissionOf(session, run, signal);
    const log = admission && (await findLog(session, admission, signal));
    const admissions = admission && describe(admission, log);
    const isOver = run.status === "completed";
    if (isOver || log !== undefined) seen.set(keyOf(run), admissions);
    if (isOver && admission && log === undefined) gone.add(keyOf(run));
    return admissions;
  };
  return {
    admissionsOf: async (runs, signal) => {
      const checked = new Map<LatestRun, ReportedAdmission | undefined>();
      const fresh: LatestRun[] = [];
      for (const run of runs) {
        if (seen.has(keyOf(run))) checked.set(run, seen.get(keyOf(run)));
        else fresh.push(run);
      }
      for (let at = 0; at < fresh.length; at += atOnce) {
        const some = fresh.slice(at, at + atOnce);
        if (!hasRoomFor(some.length * requestsOfRun)) break;
        const found = await Promise.all(some.map((run) => readLog(run, signal)));
        for (const [index, run] of some.entries()) checked.set(run, found[index]);
      }
      const admissions = runs.map((run) => checked.get(run)).filter((each) => each !== undefined);
      return { admissions, unchecked: runs.length - checked.size };
    },
    forget: () => {
      for (const key of gone) seen.delete(key);
      gone.clear();
    },
  };
}

function keyOf({ id, updatedAt, status }: LatestRun): string {
  return `${id} ${updatedAt} ${status}`;
}

async function findAdmissionOf(
  { client, repository }: ControlSession,
  run: LatestRun,
  signal: AbortSignal | undefined,
): Promise<AdmissionSeen | undefined> {
  const wanted = { id: run.id, attempts: "latest" as const, ...(signal && { signal }) };
  // The run may have been deleted since it was listed.
  const jobs = await unlessUnseen(() => listJobs(client, repository, wanted));
  return jobs && findAdmission(run, jobs.entries);
}

/**
 * Returns undefined if the log does not exist: the job is still running, or the log was deleted.
 */
async function findLog(
  { client, repository }: ControlSession,
  { jobId }: AdmissionSeen,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    return await readJobLog(client, repository, jobId, signal);
  } catch (error) {
    if (isRefused(error, 403, 404, 410)) return undefined;
    throw error;
  }
}

function describe(admission: AdmissionSeen, log: string | undefined): ReportedAdmission {
  const fields = log === undefined ? nothingPrinted : readAdmissionLog(log);
  // With `--soft`, a denied step succeeds, so only its output shows the denial.
  const isDenied = admission.isDenied || fields.isDenied === true;
  return [{ ...admission, isDenied }, fields];
}
