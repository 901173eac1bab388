import { callOnce } from "../call-once.ts";
import type { OnceAs } from "../call-once.ts";
import type { OneAnswer } from "../one-request.ts";

/** How many requests a credential has left: asked for free. @see GET /rate_limit */
export function askRateLimit(as: OnceAs): Promise<OneAnswer> {
  return callOnce(as, { method: "GET", path: "/rate_limit" });
}
