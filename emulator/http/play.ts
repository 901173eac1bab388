import { wire } from "../wire.ts";
import { needsLogin, notFound, Refusal, secondaryLimitHit } from "./reply.ts";
import type { Request } from "./call.ts";
import type { Play } from "./faults.ts";

/**
 * Returns the error response that a fault simulates, or undefined if the request is processed
 * normally.
 */
export function refusalOf(play: Play, { urls }: Request, now: Date): Refusal | undefined {
  switch (play.kind) {
    case "latency":
    case "cut":
    case "body":
      return undefined;
    case "status":
      return new Refusal(
        play.status,
        play.message ?? `The embedded forge returned ${play.status}.`,
        {
          headers: play.headers ?? {},
        },
      );
    case "signed-out":
      return needsLogin();
    case "key-not-ready":
      return new Refusal(401, "Integration must generate a public key");
    case "not-found":
    case "code-expired":
      return notFound();
    case "sso":
      return new Refusal(
        403,
        "Resource protected by organization SAML enforcement. You must grant your token access to this organization.",
        { headers: { [wire.ssoHeader]: `required; url=${urls.web}/orgs/acme/sso?request=1` } },
      );
    case "approval-pending":
      return new Refusal(403, "Resource not accessible by personal access token");
    case "name-taken":
      return new Refusal(422, "Name is already taken");
    case "rate-limited":
      return new Refusal(403, "API rate limit exceeded.", { headers: emptyBudget(now) });
    case "secondary-limit":
      return secondaryLimitHit();
  }
}

function emptyBudget(now: Date): Record<string, string> {
  const reset = Math.floor(now.getTime() / 1000) + 3600;
  return { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) };
}
