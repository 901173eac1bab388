import { budgetOwner } from "../auth/caller.ts";
import { versionOf } from "../http/check-headers.ts";
import { ok, Refusal } from "../http/reply.ts";
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

/** Shows the rate limits without counting the request. A forge without rate limits returns 404. */
function showRateLimit(call: Call) {
  const { caller, forge } = call;
  if (!forge.world.switches.rateLimits) throw new Refusal(404, "Rate limiting is not enabled.");
  const who = budgetOwner(caller);
  const budgets = resources.map((resource) => [resource, forge.limits.read(who, resource)]);
  const shape = { resources: Object.fromEntries(budgets) };
  const isOld = versionOf(call) === "2022-11-28";
  return ok({ ...shape, ...(isOld && { rate: forge.limits.read(who, "core") }) });
}
