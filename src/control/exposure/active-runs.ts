import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RestClient } from "../../forge/client.ts";
import { Cancelled, UserError } from "../../shared/errors.ts";

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

/** Where runs are stopped. */
export interface RunsPlace {
  readonly rest: RestClient;
  readonly repository: RepositoryName;
}

const activeStatuses = ["in_progress", "queued", "waiting", "requested", "pending"];

/** @see GET /repos/{owner}/{repo}/actions/runs */
export async function listActiveRuns({ rest, repository }: RunsPlace): Promise<ActiveRun[]> {
  const lists = await Promise.all(
    activeStatuses.map((status) => listRuns({ rest, repository }, status)),
  );
  // A run may move from one status to the next between two requests.
  return [...new Map(lists.flat().map((run) => [run.id, run])).values()];
}

async function listRuns({ rest, repository }: RunsPlace, status: string): Promise<ActiveRun[]> {
  const found: ActiveRun[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/repos/${repository.full}/actions/runs?status=${status}&per_page=100&page=${page}`;
    const { body } = await rest.request("GET", path);
    const { workflow_runs: runs } = body as {
      workflow_runs: { id: number; status: string; html_url: string }[];
    };
    found.push(...runs.map((run) => ({ id: run.id, status: run.status, link: run.html_url })));
    if (runs.length < 100) return found;
  }
}

/** The forge slows down whoever sends too much at the same time. */
const mostAtOnce = 20;

/** Asks for the end of all runs, many at once, and forces it where the forge refuses that. */
export async function cancelRuns(
  place: RunsPlace,
  runs: readonly ActiveRun[],
): Promise<CancelledRun[]> {
  const done: CancelledRun[] = [];
  for (let at = 0; at < runs.length; at += mostAtOnce) {
    const some = runs.slice(at, at + mostAtOnce);
    done.push(...(await Promise.all(some.map((run) => cancelRun(place, run)))));
  }
  return done;
}

async function cancelRun(place: RunsPlace, run: ActiveRun): Promise<CancelledRun> {
  try {
    if (await send(place, run, "cancel")) return { ...run, how: "cancelled" };
    if (await send(place, run, "force-cancel")) return { ...run, how: "forced" };
    // Refused because it ended meanwhile: then nothing is left to stop.
    const path = `/repos/${place.repository.full}/actions/runs/${run.id}`;
    const { body } = await place.rest.request("GET", path);
    if ((body as { status: string }).status === "completed") {
      return { ...run, how: "ended by itself" };
    }
    return { ...run, how: "refused", problem: "the forge cancels it neither way" };
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof Cancelled) throw error;
    return { ...run, how: "refused", problem: error.message };
  }
}

/** False when the forge says that it cannot be cancelled this way. */
async function send({ rest, repository }: RunsPlace, { id }: ActiveRun, way: string) {
  const path = `/repos/${repository.full}/actions/runs/${id}/${way}`;
  const { status } = await rest.request("POST", path, { accept: [409] });
  return status !== 409;
}

export interface RunsWait extends RunsPlace {
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
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
      for (const run of stubborn) asked.set(run.id, "force");
      await Promise.all(stubborn.map((run) => send(wait, run, "force-cancel").catch(unlessBug)));
    }
    await wait.pause(wait.pollMilliseconds ?? 2000, wait.signal);
  }
}

/** A run that cannot be forced is seen by the next look. */
function unlessBug(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}
