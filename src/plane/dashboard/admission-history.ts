import type { LatestRun } from "../../forge/resources/latest-runs.ts";
import { listJobs, readJobLog } from "../../forge/resources/runs.ts";
import { unlessUnseen } from "../../forge/resources/unless-unseen.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { findAdmission, nothingPrinted, readAdmissionLog } from "./admission-seen.ts";
import type { AdmissionFields, AdmissionSeen } from "./admission-seen.ts";

/** A run at the gate, and what the gate printed there. */
type ToldAdmission = readonly [AdmissionSeen, AdmissionFields];

export interface AdmissionHistory {
  /** Newest first. As many runs as the budget has room for are looked at; the others are looked at next time. */
  admissionsOf(runs: readonly LatestRun[], signal?: AbortSignal): Promise<SeenAdmissions>;
  /** What was not there is asked for again. */
  forget(): void;
}

interface SeenAdmissions {
  readonly told: readonly ToldAdmission[];
  /** Runs that there were no requests left for. */
  readonly unseen: number;
}

/** How many runs are asked about at the same time. */
const atOnce = 5;
/** Each of them takes its jobs and its log. */
const requestsOfRun = 2;

/** What is over does not change: its jobs and its log are read once. */
export function recordAdmissions(
  session: ControlSession,
  hasRoomFor: (requests: number) => boolean,
): AdmissionHistory {
  const seen = new Map<string, ToldAdmission | undefined>();
  const gone = new Set<string>();
  const look = async (run: LatestRun, signal: AbortSignal | undefined) => {
    const admission = await findAdmissionOf(session, run, signal);
    const log = admission && (await findLog(session, admission, signal));
    const told = admission && tell(admission, log);
    const isOver = run.status === "completed";
    if (isOver || log !== undefined) seen.set(keyOf(run), told);
    if (isOver && admission && log === undefined) gone.add(keyOf(run));
    return told;
  };
  return {
    admissionsOf: async (runs, signal) => {
      const looked = new Map<LatestRun, ToldAdmission | undefined>();
      const fresh: LatestRun[] = [];
      for (const run of runs) {
        if (seen.has(keyOf(run))) looked.set(run, seen.get(keyOf(run)));
        else fresh.push(run);
      }
      for (let at = 0; at < fresh.length; at += atOnce) {
        const some = fresh.slice(at, at + atOnce);
        if (!hasRoomFor(some.length * requestsOfRun)) break;
        const found = await Promise.all(some.map((run) => look(run, signal)));
        for (const [index, run] of some.entries()) looked.set(run, found[index]);
      }
      const told = runs.map((run) => looked.get(run)).filter((each) => each !== undefined);
      return { told, unseen: runs.length - looked.size };
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
  const wish = { id: run.id, attempts: "latest" as const, ...(signal && { signal }) };
  // Somebody may have deleted the run since it was listed.
  const jobs = await unlessUnseen(() => listJobs(client, repository, wish));
  return jobs && findAdmission(run, jobs.entries);
}

/** Undefined where there is none: not yet, of a job that goes on, or not any more. */
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

function tell(admission: AdmissionSeen, log: string | undefined): ToldAdmission {
  const fields = log === undefined ? nothingPrinted : readAdmissionLog(log);
  // With `--soft` a denied step ends well, and only what it printed tells.
  const isDenied = admission.isDenied || fields.isDenied === true;
  return [{ ...admission, isDenied }, fields];
}
