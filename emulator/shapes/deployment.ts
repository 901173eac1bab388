import type { Call } from "../http/call.ts";
import { findAccount, fullName } from "../state/find.ts";
import type {
  DeploymentReview,
  Environment,
  PendingDeployment,
  Repository,
  Run,
} from "../state/repository.ts";
import { refOf, shortRef } from "../state/run-ref.ts";
import { nodeId, simpleUser } from "./account.ts";
import { reviewerShapes, simpleEnvironment } from "./environment.ts";

type Location = Pick<Call, "urls" | "forge">;

/** Returns a job that waits for approval of its environment. */
export function pendingShape(
  location: Location,
  repository: Repository,
  waiting: { pending: PendingDeployment; environment: Environment; canApprove: boolean },
) {
  const { pending, environment, canApprove } = waiting;
  const {
    created_at: _,
    updated_at: __,
    ...named
  } = simpleEnvironment(location, repository, environment);
  return {
    environment: named,
    wait_timer: environment.waitTimer,
    wait_timer_started_at: pending.timerStartedAt,
    current_user_can_approve: canApprove,
    reviewers: reviewerShapes(location, environment),
  };
}

/** Returns a reviewed deployment. */
export function deploymentShape(
  { urls, forge }: Location,
  repository: Repository,
  about: { run: Run; pending: PendingDeployment; environment: Environment },
) {
  const { run, pending, environment } = about;
  const base = `${urls.api}/repos/${fullName(repository)}`;
  const url = `${base}/deployments/${pending.id}`;
  const creator = findAccount(forge.world, run.actor);
  return {
    id: pending.id,
    node_id: nodeId("DE", pending.id),
    url,
    sha: run.headSha,
    ref: shortRef(refOf(repository, run)),
    task: "deploy",
    payload: {},
    original_environment: environment.name,
    environment: environment.name,
    description: null,
    creator: creator ? simpleUser(urls, creator) : null,
    created_at: pending.createdAt,
    updated_at: pending.createdAt,
    statuses_url: `${url}/statuses`,
    repository_url: base,
    transient_environment: false,
    production_environment: false,
  };
}

export function reviewShape(
  location: Location,
  repository: Repository,
  { environmentIds, state, user, comment }: DeploymentReview,
) {
  const account = findAccount(location.forge.world, user);
  const environments = repository.environments.filter(({ id }) => environmentIds.includes(id));
  return {
    environments: environments.map((each) => simpleEnvironment(location, repository, each)),
    state,
    user: account && simpleUser(location.urls, account),
    comment,
  };
}
