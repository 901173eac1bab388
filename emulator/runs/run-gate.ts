import { WorkflowRefused } from "../runner/yaml-reader.ts";
import { mayRefUse } from "../state/branch-protection.ts";
import { environmentRights } from "../state/environment-rights.ts";
import { sameName } from "../state/find.ts";
import type {
  DeploymentReview,
  Environment,
  PendingDeployment,
  Repository,
  Run,
} from "../state/repository.ts";
import { refOf, shortRef } from "../state/run-ref.ts";
import type { Store } from "../state/store.ts";
import { timestamp } from "../state/timestamp.ts";
import type { World } from "../state/world.ts";
import { noteAdmitted, notePending } from "./run-record.ts";

/** A job that requests access to its environment. */
interface Entry {
  repository: Repository;
  run: Run;
  environment: Environment;
  job: string;
  signal: AbortSignal;
}

/** Enforces an environment's protection rules before a job accesses the environment. */
export interface Gate {
  /**
   * Resolves when the job can continue or its run is cancelled.
   * @throws WorkflowRefused if the branch is not allowed, or a reviewer rejects the deployment
   */
  enter(entry: Entry): Promise<void>;
  /** Applies a review and returns the deployments that it affects. */
  review(repository: Repository, run: Run, review: DeploymentReview): PendingDeployment[];
}

export interface GateOptions {
  store: Store;
  now: () => Date;
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

type Listeners = Map<number, (state: DeploymentReview["state"]) => void>;

export function createGate(options: GateOptions): Gate {
  const { store } = options;
  const listeners: Listeners = new Map();
  return {
    async enter(entry) {
      const { repository, environment } = entry;
      requireRef(store.world, entry);
      const guards = guardsOf(store.world, repository, environment);
      if (guards.needsReview || guards.waitMinutes > 0)
        await waitBefore(options, entry, { guards, listeners });
    },
    review(repository, run, review) {
      const meant = listReviewable(store.world, { repository, run, user: review.user }).filter(
        ({ environmentId }) => review.environmentIds.includes(environmentId),
      );
      if (meant.length === 0) return [];
      store.change(() => {
        run.reviews = [...(run.reviews ?? []), review];
        for (const pending of meant) pending.needsReview = false;
      });
      for (const { id } of meant) listeners.get(id)?.(review.state);
      return meant;
    },
  };
}

interface Guards {
  needsReview: boolean;
  waitMinutes: number;
}

/** Waits for both the wait timer and the reviewers, at the same time. */
async function waitBefore(
  options: GateOptions,
  { run, environment, job, signal: cancelled }: Entry,
  { guards, listeners }: { guards: Guards; listeners: Listeners },
): Promise<void> {
  const { store, now } = options;
  const { needsReview, waitMinutes } = guards;
  const start = now();
  const createdAt = timestamp(start);
  const timerStartedAt = waitMinutes > 0 ? createdAt : null;
  const wanted = { environmentId: environment.id, job, needsReview, timerStartedAt, createdAt };
  const pending = store.change((world) => notePending(world, run, wanted));
  const leaving = new AbortController();
  const signal = AbortSignal.any([cancelled, leaving.signal]);
  const after = (minutes: number) =>
    pauseUntil(options, start.getTime() + minutes * 60_000, signal);
  try {
    await Promise.all([
      after(waitMinutes),
      needsReview &&
        Promise.race([
          onReview(listeners, pending.id, signal),
          after(mostReviewMinutes).then(() => refuseUnlessOver(signal)),
        ]),
    ]);
  } finally {
    leaving.abort();
    listeners.delete(pending.id);
    store.change(() => noteAdmitted(run, pending));
  }
}

/** GitHub's limit is 30 days: [doc] actions/reference/limits */
const mostReviewMinutes = 43_200;

function refuseUnlessOver({ aborted }: AbortSignal): void {
  if (!aborted) throw new WorkflowRefused("The deployment was not reviewed within 30 days.");
}

/** Lists the deployments that the user can review. */
export function listReviewable(
  world: World,
  { repository, run, user }: { repository: Repository; run: Run; user: string },
): PendingDeployment[] {
  return (run.pending ?? []).filter(({ environmentId, needsReview }) => {
    const environment = repository.environments.find(({ id }) => id === environmentId);
    return needsReview && environment && isReviewer(world, environment, { run, user });
  });
}

/** Returns whether the user is a reviewer. The user who started the run may be excluded. */
function isReviewer(
  { accounts, teams = [] }: World,
  { reviewers, preventSelfReview }: Environment,
  { run, user }: { run: Run; user: string },
): boolean {
  if (preventSelfReview && sameName(run.actor, user)) return false;
  return reviewers.some(({ type, id }) => {
    if (type === "User")
      return accounts.some((each) => each.id === id && sameName(each.login, user));
    const team = teams.find((each) => each.id === id);
    return team?.members.some((login) => sameName(login, user)) === true;
  });
}

/** @throws WorkflowRefused with GitHub's message if the branch or tag is not allowed: [field] */
function requireRef(world: World, { repository, environment, run }: Entry): void {
  if (!environmentRights(world, repository).branchPolicies) return;
  const ref = refOf(repository, run);
  if (mayRefUse(repository, environment, ref)) return;
  const kind = ref.startsWith("refs/tags/") ? "Tag" : "Branch";
  throw new WorkflowRefused(
    `${kind} "${shortRef(ref)}" is not allowed to deploy to ${environment.name} due to environment protection rules.`,
  );
}

/**
 * Returns the rules in force. Rules that the plan no longer includes are still shown but have no
 * effect.
 */
function guardsOf(world: World, repository: Repository, environment: Environment): Guards {
  const { reviewers } = environmentRights(world, repository);
  return {
    needsReview: reviewers && environment.reviewers.length > 0,
    waitMinutes: reviewers ? environment.waitTimer : 0,
  };
}

function onReview(listeners: Listeners, id: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
    listeners.set(id, (state) =>
      state === "approved"
        ? resolve()
        : reject(new WorkflowRefused("A reviewer rejected the deployment.")),
    );
  });
}

/** Maximum length of one pause, because Node's timers are limited to 24 days. */
const longestPauseMilliseconds = 86_400_000;

async function pauseUntil({ now, pause }: GateOptions, end: number, signal: AbortSignal) {
  for (;;) {
    const left = end - now().getTime();
    if (left <= 0 || signal.aborted) return;
    await pause(Math.min(left, longestPauseMilliseconds), signal);
  }
}
