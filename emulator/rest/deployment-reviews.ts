import { notAccessible } from "../auth/caller.ts";
import { forRepository } from "../auth/doors.ts";
import { grants } from "../auth/permission-words.ts";
import { invalid, notFound, ok, Refusal, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalWord, readText } from "../http/fields.ts";
import { get, post, type Route } from "../http/routes.ts";
import { listReviewable } from "../runs/run-gate.ts";
import { deploymentShape, pendingShape, reviewShape } from "../shapes/deployment.ts";
import type { Environment, PendingDeployment, Repository, Run } from "../state/repository.ts";

const run = "/repos/:owner/:repo/actions/runs/:run";

/** Jobs that wait for an environment, and the decisions of their reviewers. */
export const deploymentReviewRoutes: Route[] = [
  get(`${run}/pending_deployments`, forRepository("actions:read", listPending)),
  // A reviewer needs only read access to the repository: [oas].
  post(`${run}/pending_deployments`, forRepository("deployments:read", reviewPending)),
  get(`${run}/approvals`, forRepository("actions:read", listReviews)),
];

function listPending(call: Call, repository: Repository): Reply {
  const found = runOf(call, repository);
  const reviewable = reviewableBy(call, repository, found);
  return ok(
    withEnvironment(repository, found.pending ?? []).map((each) =>
      pendingShape(call, repository, { ...each, canApprove: reviewable.includes(each.pending) }),
    ),
  );
}

function reviewPending(call: Call, repository: Repository): Reply {
  const { caller, forge } = call;
  const found = runOf(call, repository);
  if (caller.kind === "fine-grained" && !grants(caller.token.permissions, "deployments", "write")) {
    throw new Refusal(403, notAccessible(caller));
  }
  const body = readBody(call);
  const ids: unknown = body["environment_ids"];
  if (!Array.isArray(ids) || !ids.every((id): id is number => typeof id === "number")) {
    throw invalid('"environment_ids" wasn\'t supplied.', "environment_ids");
  }
  const state = readOptionalWord(body, "state", ["approved", "rejected"]);
  if (!state) throw invalid('"state" wasn\'t supplied.', "state");
  const comment = readText(body, "comment");
  const user = "user" in caller ? caller.user.login : "";
  const meant = forge.runs.review(repository, found, { environmentIds: ids, state, user, comment });
  if (meant.length === 0) {
    throw new Refusal(422, "No pending deployment requests to approve or reject");
  }
  return ok(
    withEnvironment(repository, meant).map((each) =>
      deploymentShape(call, repository, { run: found, ...each }),
    ),
  );
}

function listReviews(call: Call, repository: Repository): Reply {
  const { reviews = [] } = runOf(call, repository);
  return ok(reviews.map((each) => reviewShape(call, repository, each)));
}

function runOf(call: Call, { runs }: Repository): Run {
  const found = runs.find(({ id }) => id === Number(param(call, "run")));
  if (!found) throw notFound();
  return found;
}

function reviewableBy({ caller, forge }: Call, repository: Repository, found: Run) {
  if (!("user" in caller)) return [];
  return listReviewable(forge.world, { repository, run: found, user: caller.user.login });
}

function withEnvironment({ environments }: Repository, waiting: readonly PendingDeployment[]) {
  return waiting.flatMap((pending): { pending: PendingDeployment; environment: Environment }[] => {
    const environment = environments.find(({ id }) => id === pending.environmentId);
    return environment ? [{ pending, environment }] : [];
  });
}
