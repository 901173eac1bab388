import type { Call } from "../http/call.ts";
import { fullName } from "../state/find.ts";
import type { Environment, Repository } from "../state/repository.ts";
import { nodeId, simpleUser } from "./account.ts";
import { teamShape } from "./team.ts";

type Location = Pick<Call, "urls" | "forge">;

/** Returns an environment as embedded in other objects. */
export function simpleEnvironment(
  { urls }: Pick<Location, "urls">,
  repository: Repository,
  { id, name, createdAt, updatedAt }: Environment,
) {
  const home = fullName(repository);
  const encoded = encodeURIComponent(name);
  return {
    id,
    node_id: nodeId("EN", id),
    name,
    url: `${urls.api}/repos/${home}/environments/${encoded}`,
    html_url: `${urls.web}/${home}/deployments/activity_log?environments_filter=${encoded}`,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

type Reviewer = ReturnType<typeof teamShape> | ReturnType<typeof simpleUser>;

/** Returns an environment's reviewers, without deleted users and teams. */
export function reviewerShapes(
  { urls, forge }: Location,
  { reviewers }: Environment,
): { type: "User" | "Team"; reviewer: Reviewer }[] {
  const { accounts, teams = [] } = forge.world;
  return reviewers.flatMap(({ type, id }) => {
    const team = type === "Team" ? teams.find((each) => each.id === id) : undefined;
    if (team) return { type, reviewer: teamShape(urls, team) };
    const account = type === "User" ? accounts.find((each) => each.id === id) : undefined;
    return account ? { type, reviewer: simpleUser(urls, account) } : [];
  });
}

export function environmentShape(
  location: Location,
  repository: Repository,
  environment: Environment,
) {
  const { id, waitTimer, branchPolicy, preventSelfReview } = environment;
  const rule = (offset: number, type: string) => ({
    id: id * 10 + offset,
    node_id: nodeId("GA", id * 10 + offset),
    type,
  });
  const reviewers = reviewerShapes(location, environment);
  const review = { ...rule(2, "required_reviewers"), prevent_self_review: preventSelfReview };
  return {
    ...simpleEnvironment(location, repository, environment),
    protection_rules: [
      ...(waitTimer > 0 ? [{ ...rule(1, "wait_timer"), wait_timer: waitTimer }] : []),
      ...(reviewers.length > 0 ? [{ ...review, reviewers }] : []),
      ...(branchPolicy ? [rule(3, "branch_policy")] : []),
    ],
    deployment_branch_policy: branchPolicy,
  };
}
