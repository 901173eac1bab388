import { forRepository } from "../auth/doors.ts";
import { noContent, notFound, ok, type Reply } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readText } from "../http/fields.ts";
import { page } from "../http/paging.ts";
import { get, post, remove, type Route } from "../http/routes.ts";
import { nodeId } from "../shapes/account.ts";
import type { Environment, Repository } from "../state/repository.ts";
import { nextId } from "../state/world.ts";
import { environmentOf } from "./environments.ts";

const base = "/repos/:owner/:repo/environments/:environment/deployment-branch-policies";

/** Which branches may use an environment and its secrets. */
export const branchPolicyRoutes: Route[] = [
  get(base, forRepository("administration:read", listPatterns)),
  post(base, forRepository("administration:write", addPattern)),
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

function addPattern(call: Call, repository: Repository): Reply {
  const environment = environmentOf(call, repository);
  if (!environment.branchPolicy?.custom_branch_policies) throw notFound();
  const body = readBody(call);
  const name = readText(body, "name");
  const type = body["type"] === "tag" ? "tag" : "branch";
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

function removePattern(call: Call, repository: Repository): Reply {
  const environment = environmentOf(call, repository);
  const id = Number(param(call, "id"));
  if (!environment.branchPatterns.some((each) => each.id === id)) throw notFound();
  call.forge.change(() => {
    environment.branchPatterns = environment.branchPatterns.filter((each) => each.id !== id);
  });
  return noContent;
}
