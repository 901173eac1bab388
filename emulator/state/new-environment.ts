import type { Environment, Repository } from "./repository.ts";
import { makeBoxKeys } from "./sealed-box.ts";
import { timestamp } from "./timestamp.ts";
import { nextId, type World } from "./world.ts";

export type EnvironmentRules = Pick<
  Environment,
  "waitTimer" | "preventSelfReview" | "reviewers" | "branchPolicy"
>;

export const noRules: EnvironmentRules = {
  waitTimer: 0,
  preventSelfReview: false,
  reviewers: [],
  branchPolicy: null,
};

/** Creates an environment. Without rules it is unprotected. */
export function addEnvironment(
  world: World,
  repository: Repository,
  { name, now, rules = noRules }: { name: string; now: Date; rules?: EnvironmentRules },
): Environment {
  const at = timestamp(now);
  const empty = { branchPatterns: [], secrets: [], variables: [], box: makeBoxKeys() };
  const fresh = { ...empty, ...rules, id: nextId(world), name, createdAt: at, updatedAt: at };
  repository.environments.push(fresh);
  return fresh;
}
