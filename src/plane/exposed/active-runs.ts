import { cancelRun as cancel, findRun, listRuns } from "../../forge/resources/runs.ts";
import { Cancelled, UserError } from "../../shared/errors.ts";
import type { ControlSession } from "../repository/control-session.ts";

/** A workflow run, as the record names it. */
export interface ActiveRun {
  readonly id: number;
  readonly status: string;
  readonly link: string;
}

/** What became of the request to cancel one run. */
export interface CancelledRun extends ActiveRun {
  readonly how: "cancelled" | "forced" | "ended by itself" | "refused";
  readonly problem?: string;
}

const activeStatuses = ["in_progress", "queued", "waiting", "requested", "pending"];

/**
 * Every run that is active. More of one status than the forge lists at once come up when these are cancelled.
 * @see GET /repos/{owner}/{repo}/actions/runs
 */
export async function listActiveRuns({ client, repository }: ControlSession): Promise<ActiveRun[]> {
  const lists = await Promise.all(
    activeStatuses.map((status) => listRuns(client, repository, { status })),
  );
  const runs = lists.flatMap(({ entries }) => entries);
  // A run may move from one status to the next between two requests.
  return [...new Map(runs.map(({ id, status, link }) => [id, { id, status, link }])).values()];
}

/** The forge slows down whoever sends too much at the same time. */
const mostAtOnce = 20;

/** Asks for the end of all runs, many at once, and forces it where the forge refuses that. */
export async function cancelRuns(
  place: ControlSession,
  runs: readonly ActiveRun[],
): Promise<CancelledRun[]> {
  const done: CancelledRun[] = [];
  for (let at = 0; at < runs.length; at += mostAtOnce) {
    const some = runs.slice(at, at + mostAtOnce);
    done.push(...(await Promise.all(some.map((run) => cancelRun(place, run)))));
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
    // Refused because it ended meanwhile: then nothing is left to stop.
    const now = await findRun(client, repository, id);
    if (now?.status === "completed") return { ...run, how: "ended by itself" };
    return { ...run, how: "refused", problem: "the forge cancels it neither way" };
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof Cancelled) throw error;
    return { ...run, how: "refused", problem: error.message };
  }
}

export interface RunsWait extends ControlSession {
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** Told how many still run. */
  readonly say: (stillRunning: readonly ActiveRun[]) => void;
  /** Whether the person does not want to wait any longer. */
  readonly isOver: () => boolean;
  readonly pollMilliseconds?: number;
}

const patienceMilliseconds = 90_000;
/** A cancelled run cleans up for a while; then it is forced. */
const forceAfterMilliseconds = 20_000;

/**
 * Waits until no run is active. Runs that started meanwhile are cancelled, too, and those that do not end are forced.
 * @returns the runs that are still active when the patience is over
 */
export async function waitForRuns(wait: RunsWait): Promise<ActiveRun[]> {
  const start = wait.now().getTime();
  const asked = new Map<number, "cancel" | "force">();
  for (;;) {
    const active = await listActiveRuns(wait);
    const waited = wait.now().getTime() - start;
    if (active.length === 0 || waited >= patienceMilliseconds || wait.isOver()) return active;
    wait.say(active);
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

/** A run that cannot be forced is seen by the next look. */
async function force({ client, repository }: ControlSession, { id }: ActiveRun): Promise<void> {
  try {
    await cancel(client, repository, { id, way: "force-cancel" });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}
