import { forRepository } from "../auth/doors.ts";
import { invalid, noContent, notFound, ok, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalWord, readText } from "../http/fields.ts";
import { page } from "../http/paging.ts";
import { get, post, put, remove, type Route } from "../http/routes.ts";
import { nodeId } from "../shapes/account.ts";
import type { Environment, Repository } from "../state/repository.ts";
import { nextId } from "../state/world.ts";
import { environmentOf } from "./environments.ts";

const base = "/repos/:owner/:repo/environments/:environment/deployment-branch-policies";

/** The branches that can use an environment and its secrets. */
export const branchPolicyRoutes: Route[] = [
  get(base, forRepository("actions:read", listPatterns)),
  post(base, forRepository("administration:write", addPattern)),
  get(`${base}/:id`, forRepository("actions:read", showPattern)),
  put(`${base}/:id`, forRepository("administration:write", renamePattern)),
  remove(`${base}/:id`, forRepository("administration:write", removePattern)),
];

type Pattern = Environment["branchPatterns"][number];

function patternShape({ id, name, type }: Pattern) {
  return { id, node_id: nodeId("DBP", id), name, type };
}

function listPatterns(call: Call, repository: Repository): Reply {
  const { branchPatterns } = environmentOf(call, repository);
  return page(call, branchPatterns, (shown, total) => ({
    total_count: total,
    branch_policies: shown.map(patternShape),
  }));
}

/** Adds a pattern. Returns 200 for a new pattern and 303 for an existing one: [oas]. */
function addPattern(call: Call, repository: Repository): Reply {
  const environment = withOwnPolicy(call, repository);
  const body = readBody(call);
  const name = readName(call);
  const type = readOptionalWord(body, "type", ["branch", "tag"]) ?? "branch";
  const same = environment.branchPatterns.find((each) => each.name === name && each.type === type);
  if (same)
    return { status: 303, headers: { location: `${call.urls.api}${call.path}/${same.id}` } };
  const pattern = call.forge.change((world) => {
    const fresh: Pattern = { id: nextId(world), name, type };
    environment.branchPatterns.push(fresh);
    return fresh;
  });
  return ok(patternShape(pattern));
}

function showPattern(call: Call, repository: Repository): Reply {
  return ok(patternShape(patternOf(call, environmentOf(call, repository))));
}

function renamePattern(call: Call, repository: Repository): Reply {
  const pattern = patternOf(call, withOwnPolicy(call, repository));
  const name = readName(call);
  call.forge.change(() => Object.assign(pattern, { name }));
  return ok(patternShape(pattern));
}

function removePattern(call: Call, repository: Repository): Reply {
  const environment = environmentOf(call, repository);
  const pattern = patternOf(call, environment);
  call.forge.change(() => {
    environment.branchPatterns = environment.branchPatterns.filter((each) => each !== pattern);
  });
  return noContent;
}

/** Returns the environment. Patterns exist only while `custom_branch_policies` is true. */
function withOwnPolicy(call: Call, repository: Repository): Environment {
  const environment = environmentOf(call, repository);
  if (!environment.branchPolicy?.custom_branch_policies) throw notFound();
  return environment;
}

function patternOf(call: Call, { branchPatterns }: Environment): Pattern {
  const id = Number(param(call, "id"));
  const found = branchPatterns.find((each) => each.id === id);
  if (!found) throw notFound();
  return found;
}

function readName(call: Call): string {
  const name = readText(readBody(call), "name");
  if (name.trim() === "") throw invalid("Name can't be blank.", "name");
  return name;
}
