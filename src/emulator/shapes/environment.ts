import type { Call } from "../http/call.ts";
import { fullName } from "../state/find.ts";
import type { Environment, Repository } from "../state/repository.ts";
import { nodeId, simpleUser } from "./account.ts";

export function environmentShape(
  { urls, forge }: Pick<Call, "urls" | "forge">,
  repository: Repository,
  environment: Environment,
) {
  const { id, name, waitTimer, reviewers, branchPolicy } = environment;
  const rule = (offset: number, type: string) => ({
    id: id * 10 + offset,
    node_id: nodeId("GA", id * 10 + offset),
    type,
  });
  const people = reviewers.flatMap(({ id: person }) => {
    const account = forge.world.accounts.find((each) => each.id === person);
    return account ? [{ type: "User", reviewer: simpleUser(urls, account) }] : [];
  });
  return {
    id,
    node_id: nodeId("EN", id),
    name,
    url: `${urls.api}/repos/${fullName(repository)}/environments/${encodeURIComponent(name)}`,
    html_url: `${urls.web}/${fullName(repository)}/deployments/activity_log?environments_filter=${encodeURIComponent(name)}`,
    created_at: environment.createdAt,
    updated_at: environment.updatedAt,
    protection_rules: [
      ...(waitTimer > 0 ? [{ ...rule(1, "wait_timer"), wait_timer: waitTimer }] : []),
      ...(people.length > 0
        ? [
            {
              ...rule(2, "required_reviewers"),
              prevent_self_review: environment.preventSelfReview,
              reviewers: people,
            },
          ]
        : []),
      ...(branchPolicy ? [rule(3, "branch_policy")] : []),
    ],
    deployment_branch_policy: branchPolicy,
  };
}
