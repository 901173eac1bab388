import { cancelRun as cancel, findRun, listRuns } from "../../forge/resources/runs.ts";
import { Cancelled, UserError } from "../../shared/errors.ts";
import type { ControlSession } from "../repository/control-session.ts";

/** A workflow run as listed in the record of an incident. */
export interface ActiveRun {
  readonly id: number;
  readonly status: string;
  readonly link: string;
}

export interface CancelledRun extends ActiveRun {
  readonly how: "cancelled" | "forced" | "ended by itself" | "refused";
  readonly problem?: string;
}

const activeStatuses = ["in_progress", "queued", "waiting", "requested", "pending"];

/**
 * Lists the active runs. GitHub lists a limited number of runs per status. The remaining runs
 * appear after the listed runs are cancelled.
 * @see GET /repos/{owner}/{repo}/actions/runs
 */
export async function listActiveRuns({ client, repository }: ControlSession): Promise<ActiveRun[]> {
  const lists = await Promise.all(
    activeStatuses.map((status) => listRuns(client, repository, { status })),
  );
  const runs = lists.flatMap(({ entries }) => entries);
  // Removes duplicates, because a run can change its status between two requests.
  return [...new Map(runs.map(({ id, status, link }) => [id, { id, status, link }])).values()];
}

/** Limits concurrency because GitHub throttles many simultaneous requests. */
const mostAtOnce = 20;

/** Cancels all runs concurrently. Force-cancels each run that cannot be cancelled. */
export async function cancelRuns(
  location: ControlSession,
  runs: readonly ActiveRun[],
): Promise<CancelledRun[]> {
  const done: CancelledRun[] = [];
  for (let at = 0; at < runs.length; at += mostAtOnce) {
    const some = runs.slice(at, at + mostAtOnce);
    done.push(...(await Promise.all(some.map((run) => cancelRun(location, run)))));
  }
  return done;
}

async function cancelRun(
  { client, repository }: ControlSession,
  run: ActiveRun,
): Promise<CancelledRun> {
  const { id } = run;
  try {
    if (await cancel(client, repository, { id, way: "cancel" })) {
      return { ...run, how: "cancelled" };
    }
    if (await cancel(client, repository, { id, way: "force-cancel" })) {
      return { ...run, how: "forced" };
    }
    // A rejection may mean that the run has finished, so there is nothing left to stop.
    const now = await findRun(client, repository, id);
    if (now?.status === "completed") return { ...run, how: "ended by itself" };
    return { ...run, how: "refused", problem: "neither cancel nor force-cancel was accepted" };
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof Cancelled) throw error;
    return { ...run, how: "refused", problem: error.message };
  }
}

export interface RunsWait extends ControlSession {
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly report: (stillRunning: readonly ActiveRun[]) => void;
  /** Whether the operator wants to stop waiting. */
  readonly isOver: () => boolean;
  readonly pollMilliseconds?: number;
}

const patienceMilliseconds = 90_000;
/** Time for a cancelled run to clean up, before it is force-cancelled. */
const forceAfterMilliseconds = 20_000;

/**
 * Waits until no run is active. Cancels runs that started in the meantime, and force-cancels runs
 * that do not end.
 *
 * @returns the runs that are still active after the timeout
 */
export async function waitForRuns(wait: RunsWait): Promise<ActiveRun[]> {
  const start = wait.now().getTime();
  const asked = new Map<number, "cancel" | "force">();
  for (;;) {
    const active = await listActiveRuns(wait);
    const waited = wait.now().getTime() - start;
    if (active.length === 0 || waited >= patienceMilliseconds || wait.isOver()) return active;
    wait.report(active);
    const fresh = active.filter(({ id }) => !asked.has(id));
    for (const { id } of fresh) asked.set(id, "cancel");
    await cancelRuns(wait, fresh);
    const stubborn = active.filter(({ id }) => asked.get(id) === "cancel");
    if (waited >= forceAfterMilliseconds) {
      for (const { id } of stubborn) asked.set(id, "force");
      await Promise.all(stubborn.map((run) => force(wait, run)));
    }
    await wait.pause(wait.pollMilliseconds ?? 2000, wait.signal);
  }
}

/** Force-cancels a run. If that fails, the next inspection still finds the run. */
async function force({ client, repository }: ControlSession, { id }: ActiveRun): Promise<void> {
  try {
    await cancel(client, repository, { id, way: "force-cancel" });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}
