import { budgetOwner } from "../auth/caller.ts";
import { notFound, ok } from "../http/reply.ts";
import type { Call } from "../http/call.ts";
import type { Resource } from "../http/rate-limits.ts";
import { get, type Route } from "../http/routes.ts";
import { rootShape } from "../shapes/root.ts";

const resources: readonly Resource[] = ["core", "search", "graphql", "integration_manifest"];

export const metaRoutes: Route[] = [
  get("/", (call) => ok(rootShape(call.urls))),
  get("/meta", () =>
    ok({ verifiable_password_authentication: false, installed_version: "3.21.0" }),
  ),
  get("/rate_limit", showRateLimit),
];

/** Costs nothing itself. A forge without rate limits does not have it. */
function showRateLimit({ caller, forge }: Call) {
  if (!forge.world.switches.rateLimits) throw notFound();
  const who = budgetOwner(caller);
  const budgets = resources.map((resource) => [resource, forge.limits.read(who, resource)]);
  return ok({ resources: Object.fromEntries(budgets), rate: forge.limits.read(who, "core") });
}
