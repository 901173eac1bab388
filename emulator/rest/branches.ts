import { forRepository } from "../auth/doors.ts";
import { created, invalid, noContent, notFound, ok, Refusal, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readText, readWords } from "../http/fields.ts";
import { isRecord } from "../is-record.ts";
import { page } from "../http/paging.ts";
import { get, post, put, remove, type Route } from "../http/routes.ts";
import { branchShape, fullBranch, protectionShape, rulesetShape } from "../shapes/branch.ts";
import { branchesOf, isBranchProtected, rulesetsOf } from "../state/branch-protection.ts";
import { environmentRights } from "../state/environment-rights.ts";
import type { Repository } from "../state/repository.ts";
import { nextId } from "../state/world.ts";
import { upgradeNeeded } from "./environments.ts";

const all = "/repos/:owner/:repo/branches";
const protection = `${all}/:branch/protection`;
const rulesets = "/repos/:owner/:repo/rulesets";

/** Branches and their protection. */
export const branchRoutes: Route[] = [
  get(all, forRepository("contents:read", listBranches)),
  get(`${all}/:branch`, forRepository("contents:read", showBranch)),
  get(protection, forRepository("administration:read", showProtection)),
  put(protection, forRepository("administration:write", protect)),
  remove(protection, forRepository("administration:write", unprotect)),
  get("/repos/:owner/:repo/rules/branches/:branch", forRepository("metadata:read", listRules)),
  get(rulesets, forRepository("metadata:read", listRulesets)),
  post(rulesets, forRepository("administration:write", addRuleset)),
];

/**
 * Lists branches. `?protected=true` selects branches with branch protection or a ruleset: [oas].
 */
function listBranches(call: Call, repository: Repository): Reply {
  const wanted = call.query.get("protected");
  const found = branchesOf(repository).filter(
    (name) => wanted === null || String(isBranchProtected(repository, name)) === wanted,
  );
  return page(call, found, (shown) =>
    shown.map((name) => branchShape(call.urls, repository, name)),
  );
}

function branchOf(call: Call, repository: Repository): string {
  const name = param(call, "branch");
  if (!branchesOf(repository).includes(name)) throw new Refusal(404, "Branch not found");
  return name;
}

function showBranch(call: Call, repository: Repository): Reply {
  return ok(fullBranch(call.urls, repository, branchOf(call, repository)));
}

function showProtection(call: Call, repository: Repository): Reply {
  const name = branchOf(call, repository);
  if (!repository.protectedBranches?.includes(name)) {
    throw new Refusal(404, "Branch not protected");
  }
  return ok(protectionShape(call.urls, repository, name));
}

function protect(call: Call, repository: Repository): Reply {
  const name = branchOf(call, repository);
  requirePlan(call, repository);
  call.forge.change(() => {
    repository.protectedBranches = [...new Set([...(repository.protectedBranches ?? []), name])];
  });
  return ok(protectionShape(call.urls, repository, name));
}

function unprotect(call: Call, repository: Repository): Reply {
  const name = branchOf(call, repository);
  const { protectedBranches = [] } = repository;
  if (!protectedBranches.includes(name)) throw notFound();
  call.forge.change(() => {
    repository.protectedBranches = protectedBranches.filter((each) => each !== name);
  });
  return noContent;
}

/** Lists the active rules for a branch. The branch does not have to exist: [oas]. */
function listRules(call: Call, repository: Repository): Reply {
  requirePlan(call, repository);
  const rules = rulesetsOf(repository, param(call, "branch")).flatMap((ruleset) =>
    ruleset.rules.map((type) => ({
      type,
      ruleset_source_type: "Repository",
      ruleset_source: `${repository.owner}/${repository.name}`,
      ruleset_id: ruleset.id,
    })),
  );
  return page(call, rules, (shown) => shown);
}

function listRulesets(call: Call, repository: Repository): Reply {
  return page(call, repository.rulesets ?? [], (shown) =>
    shown.map((each) => rulesetShape(repository, each)),
  );
}

/** Adds an active ruleset for branches, selected by name. */
function addRuleset(call: Call, repository: Repository): Reply {
  requirePlan(call, repository);
  const body = readBody(call);
  const conditions = isRecord(body["conditions"]) ? body["conditions"]["ref_name"] : undefined;
  const include = isRecord(conditions) ? readWords(conditions["include"]) : [];
  const rules = Array.isArray(body["rules"]) ? (body["rules"] as unknown[]) : [];
  const types = readWords(rules.map((rule) => isRecord(rule) && rule["type"]));
  if (body["enforcement"] !== "active") throw invalid("Only active rulesets are supported.");
  const name = readText(body, "name");
  const ruleset = call.forge.change((world) => {
    const fresh = { id: nextId(world), name, include, rules: types };
    repository.rulesets = [...(repository.rulesets ?? []), fresh];
    return fresh;
  });
  return created(rulesetShape(repository, ruleset));
}

/**
 * Requires a plan that includes branch protection. On Free, private repositories have neither
 * branch protection nor rulesets: [field].
 */
function requirePlan({ forge }: Call, repository: Repository): void {
  if (!environmentRights(forge.world, repository).branchPolicies) throw upgradeNeeded();
}
