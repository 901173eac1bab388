import { budgetOwner } from "../auth/caller.ts";
import { notFound, ok } from "../http/reply.ts";
import type { Call } from "../http/call.ts";
import type { Resource } from "../http/rate-limits.ts";
import { get, type Route } from "../http/routes.ts";

const resources: readonly Resource[] = ["core", "search", "graphql", "integration_manifest"];

export const metaRoutes: Route[] = [
  get("/", showRoot),
  get("/meta", () =>
    ok({ verifiable_password_authentication: false, installed_version: "3.21.0" }),
  ),
  get("/rate_limit", showRateLimit),
];

function showRoot({ urls: { api } }: Call) {
  return ok({
    current_user_url: `${api}/user`,
    rate_limit_url: `${api}/rate_limit`,
    repository_url: `${api}/repos/{owner}/{repo}`,
    organization_url: `${api}/orgs/{org}`,
  });
}

/** Costs nothing itself. A forge without rate limits does not have it. */
function showRateLimit({ caller, forge }: Call) {
  if (!forge.world.switches.rateLimits) throw notFound();
  const who = budgetOwner(caller);
  const budgets = resources.map((resource) => [resource, forge.limits.read(who, resource)]);
  return ok({ resources: Object.fromEntries(budgets), rate: forge.limits.read(who, "core") });
}
