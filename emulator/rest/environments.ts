import { roleInRepository } from "../auth/access.ts";
import { forRepository } from "../auth/doors.ts";
import { invalid, noContent, notFound, ok, Refusal, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalFlag, type Fields } from "../http/fields.ts";
import { isRecord } from "../is-record.ts";
import { page } from "../http/paging.ts";
import { get, put, remove, type Route } from "../http/routes.ts";
import { environmentShape } from "../shapes/environment.ts";
import { environmentRights } from "../state/environment-rights.ts";
import { sameName } from "../state/find.ts";
import { addEnvironment, noRules, type EnvironmentRules } from "../state/new-environment.ts";
import type { Environment, Repository } from "../state/repository.ts";
import { changeTime } from "../state/timestamp.ts";
import type { World } from "../state/world.ts";

const base = "/repos/:owner/:repo/environments";

export const environmentRoutes: Route[] = [
  get(base, forRepository("actions:read", listEnvironments)),
  get(`${base}/:environment`, forRepository("actions:read", showEnvironment)),
  put(`${base}/:environment`, forRepository("administration:write", putEnvironment)),
  remove(`${base}/:environment`, forRepository("administration:write", removeEnvironment)),
];

/** Returns the environment named in the path. */
export function environmentOf(call: Call, repository: Repository): Environment {
  const name = param(call, "environment");
  const found = repository.environments.find((each) => sameName(each.name, name));
  if (!found) throw notFound();
  return found;
}

/**
 * Returns the environment named in the path, if the plan allows secrets in it.
 * @throws Refusal (403): GitHub documents that such secrets are not available, but not the status
 *   [unsure]
 */
export function secretEnvironmentOf(call: Call, repository: Repository): Environment {
  const found = environmentOf(call, repository);
  if (!environmentRights(call.forge.world, repository).secrets) throw upgradeNeeded();
  return found;
}

/** @see [field] GitHub's message for protected branches in private repositories on the Free plan */
export function upgradeNeeded(): Refusal {
  return new Refusal(
    403,
    "Upgrade to GitHub Pro or make this repository public to enable this feature.",
  );
}

function listEnvironments(call: Call, repository: Repository): Reply {
  return page(call, repository.environments, (shown, total) => ({
    total_count: total,
    environments: shown.map((each) => environmentShape(call, repository, each)),
  }));
}

function showEnvironment(call: Call, repository: Repository): Reply {
  return ok(environmentShape(call, repository, environmentOf(call, repository)));
}

/**
 * Creates or updates an environment. Omitted settings are reset to their defaults ([unsure], not in
 * GitHub's API description). A request for a rule that the plan does not include is rejected, but
 * the environment is saved without rules ([field]).
 */
function putEnvironment(call: Call, repository: Repository): Reply {
  const name = param(call, "environment");
  if (name.length > 255) throw invalid("The name is too long.", "name");
  const body = readBody(call);
  const rules = readRules(body, call.forge.world, repository);
  const missing = missingRule(call, repository, body);
  const environment = keepEnvironment(call, repository, missing ? noRules : rules);
  if (missing) {
    throw invalid(
      `Failed to create the environment protection rule. Please ensure the billing plan supports the ${missing} protection rule.`,
    );
  }
  return ok(environmentShape(call, repository, environment));
}

function keepEnvironment(call: Call, repository: Repository, rules: EnvironmentRules): Environment {
  const name = param(call, "environment");
  const now = call.forge.now();
  return call.forge.change((world) => {
    const known = repository.environments.find((each) => sameName(each.name, name));
    if (known) {
      return Object.assign(known, rules, { updatedAt: changeTime(known.updatedAt, now) });
    }
    return addEnvironment(world, repository, { name, now, rules });
  });
}

const knownKeys = ["wait_timer", "prevent_self_review", "reviewers", "deployment_branch_policy"];

function readRules(body: Fields, world: World, repository: Repository): EnvironmentRules {
  const unknown = Object.keys(body).find((key) => !knownKeys.includes(key));
  if (unknown !== undefined) throw invalid(`"${unknown}" is not a permitted key.`);
  const wait = body["wait_timer"] ?? 0;
  if (typeof wait !== "number" || !Number.isInteger(wait) || wait < 0 || wait > 43_200) {
    throw invalid("The wait timer must be between 0 and 43,200 minutes.", "wait_timer");
  }
  return {
    waitTimer: wait,
    preventSelfReview: readOptionalFlag(body, "prevent_self_review") ?? false,
    reviewers: readReviewers(body["reviewers"], world, repository),
    branchPolicy: readBranchPolicy(body["deployment_branch_policy"]),
  };
}

function readReviewers(
  value: unknown,
  world: World,
  repository: Repository,
): EnvironmentRules["reviewers"] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > 6) {
    throw invalid("There can be at most six reviewers.", "reviewers");
  }
  return value.map((each: unknown) => {
    const type = isRecord(each) && each["type"] === "Team" ? "Team" : "User";
    if (!isRecord(each) || typeof each["id"] !== "number") {
      throw invalid("A reviewer must have a type and an id.", "reviewers");
    }
    const reviewer = { type, id: each["id"] } as const;
    if (!mayReview(world, repository, reviewer)) {
      throw invalid("A reviewer must have read access to the repository.", "reviewers");
    }
    return reviewer;
  });
}

function mayReview(
  world: World,
  repository: Repository,
  { type, id }: EnvironmentRules["reviewers"][number],
): boolean {
  if (type === "Team") {
    const team = (world.teams ?? []).find((each) => each.id === id);
    return team !== undefined && sameName(team.organization, repository.owner);
  }
  const person = world.accounts.find((each) => each.id === id && each.type === "User");
  if (!person) return false;
  const role = roleInRepository(world, person.login, repository);
  return repository.visibility === "public" || role !== undefined;
}

function readBranchPolicy(value: unknown): EnvironmentRules["branchPolicy"] {
  if (value === undefined || value === null) return null;
  if (!isRecord(value))
    throw invalid(`"deployment_branch_policy" is not an object.`, "deployment_branch_policy");
  const isProtected = value["protected_branches"] === true;
  const isCustom = value["custom_branch_policies"] === true;
  if (isProtected === isCustom) {
    throw invalid("protected_branches and custom_branch_policies cannot have the same value");
  }
  return { protected_branches: isProtected, custom_branch_policies: isCustom };
}

/**
 * Returns the name of a requested rule that the plan does not include. A request with a field for
 * reviewers or the timer requests the rule, even with the value 0 or null.
 * @see [field] backstage/backstage#28977, alchemy-run/alchemy#1373
 */
function missingRule({ forge }: Call, repository: Repository, body: Fields): string | undefined {
  const rights = environmentRights(forge.world, repository);
  const isNamed = ["reviewers", "wait_timer", "prevent_self_review"].some((key) => key in body);
  if (isNamed && !rights.reviewers) return "required reviewers";
  const hasPolicy = (body["deployment_branch_policy"] ?? null) !== null;
  return hasPolicy && !rights.branchPolicies ? "branch policy" : undefined;
}

function removeEnvironment(call: Call, repository: Repository): Reply {
  const environment = environmentOf(call, repository);
  call.forge.change(() => {
    repository.environments = repository.environments.filter((each) => each !== environment);
  });
  return noContent;
}
