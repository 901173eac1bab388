import { forRepository } from "../auth/doors.ts";
import { invalid, noContent, notFound, ok, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalFlag, type Fields } from "../http/fields.ts";
import { isRecord } from "../is-record.ts";
import { page } from "../http/paging.ts";
import { get, put, remove, type Route } from "../http/routes.ts";
import { environmentShape } from "../shapes/environment.ts";
import { getAccount } from "../state/find.ts";
import type { Environment, Repository } from "../state/repository.ts";
import { makeBoxKeys } from "../state/sealed-box.ts";
import { changeTime, timestamp } from "../state/timestamp.ts";
import { nextId } from "../state/world.ts";

const base = "/repos/:owner/:repo/environments";

export const environmentRoutes: Route[] = [
  get(base, forRepository("actions:read", listEnvironments)),
  get(`${base}/:environment`, forRepository("actions:read", showEnvironment)),
  put(`${base}/:environment`, forRepository("administration:write", putEnvironment)),
  remove(`${base}/:environment`, forRepository("administration:write", removeEnvironment)),
];

/** The environment of the path. */
export function environmentOf(call: Call, repository: Repository): Environment {
  const name = param(call, "environment").toLowerCase();
  const found = repository.environments.find((each) => each.name.toLowerCase() === name);
  if (!found) throw notFound();
  return found;
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

/** Makes or changes an environment. What is not told goes back to its usual value, as there. */
function putEnvironment(call: Call, repository: Repository): Reply {
  const now = call.forge.now();
  const rules = readRules(readBody(call));
  checkPlan(call, repository, rules);
  const environment = call.forge.change((world) => {
    const name = param(call, "environment");
    const known = repository.environments.find(
      (each) => each.name.toLowerCase() === name.toLowerCase(),
    );
    if (known) {
      return Object.assign(known, rules, { updatedAt: changeTime(known.updatedAt, now) });
    }
    const at = timestamp(now);
    const empty = { branchPatterns: [], secrets: [], variables: [], box: makeBoxKeys() };
    const fresh = { ...empty, ...rules, id: nextId(world), name, createdAt: at, updatedAt: at };
    repository.environments.push(fresh);
    return fresh;
  });
  return ok(environmentShape(call, repository, environment));
}

type Rules = Pick<Environment, "waitTimer" | "preventSelfReview" | "reviewers" | "branchPolicy">;

function readRules(body: Fields): Rules {
  const wait = body["wait_timer"] ?? 0;
  if (typeof wait !== "number" || wait < 0 || wait > 43_200) {
    throw invalid("The wait timer is between 0 and 43,200 minutes.", "wait_timer");
  }
  return {
    waitTimer: wait,
    preventSelfReview: readOptionalFlag(body, "prevent_self_review") ?? false,
    reviewers: readReviewers(body["reviewers"]),
    branchPolicy: readBranchPolicy(body["deployment_branch_policy"]),
  };
}

function readReviewers(value: unknown): Rules["reviewers"] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > 6) {
    throw invalid("There can be at most six reviewers.", "reviewers");
  }
  return value.map((each: unknown) => {
    const type = isRecord(each) && each["type"] === "Team" ? "Team" : "User";
    if (!isRecord(each) || typeof each["id"] !== "number") {
      throw invalid("A reviewer has a type and an id.", "reviewers");
    }
    return { type, id: each["id"] };
  });
}

function readBranchPolicy(value: unknown): Rules["branchPolicy"] {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) throw invalid("Not a branch policy.", "deployment_branch_policy");
  const isProtected = value["protected_branches"] === true;
  const isCustom = value["custom_branch_policies"] === true;
  if (isProtected === isCustom) {
    throw invalid("protected_branches and custom_branch_policies cannot have the same value");
  }
  return { protected_branches: isProtected, custom_branch_policies: isCustom };
}

/** On the free plan, rules of environments are for public repositories. */
function checkPlan({ forge }: Call, repository: Repository, rules: Rules): void {
  if (repository.visibility === "public") return;
  if (getAccount(forge.world, repository.owner).plan !== "free") return;
  const asked = [
    ...(rules.reviewers.length > 0 ? ["required reviewers protection rule"] : []),
    ...(rules.waitTimer > 0 ? ["wait timer protection rule"] : []),
    ...(rules.branchPolicy ? ["branch policy protection rule"] : []),
  ];
  if (asked.length > 0) {
    throw invalid(
      `Failed to create the environment protection rule. Please ensure the billing plan supports the ${asked.join(", ")}.`,
    );
  }
}

function removeEnvironment(call: Call, repository: Repository): Reply {
  const environment = environmentOf(call, repository);
  call.forge.change(() => {
    repository.environments = repository.environments.filter((each) => each !== environment);
  });
  return noContent;
}
