import type { Budget } from "../../forge/budget.ts";
import type { OneAnswer } from "../../forge/one-request.ts";
import { isUsedUp } from "../../forge/retry-policy.ts";
import { readBudget } from "../../forge/resources/rate-limit.ts";
import { parseObject, toInteger } from "../../forge/parse-object.ts";

/** The remaining API requests of a credential. Times are in Unix seconds. */
export type Capacity =
  | ({ readonly kind: "counted" } & Budget)
  /** A self-hosted server does not limit requests by default. */
  | { readonly kind: "unlimited" }
  /** Even the request for the capacity was rejected because of the rate limit. */
  | { readonly kind: "used-up"; readonly limit: number; readonly reset: number | undefined }
  | { readonly kind: "refused" }
  | { readonly kind: "unreadable" };

/** Evaluates a response to `GET /rate_limit`. */
export function evaluateCapacity(answer: OneAnswer): Capacity {
  const { status, headers, text } = answer;
  if (status === 200) {
    const core = readBudget(parseObject(text), "core");
    return core ? { kind: "counted", ...core } : { kind: "unreadable" };
  }
  if (status === 404) return { kind: "unlimited" };
  if (status === 401) return { kind: "refused" };
  if (status !== 403 && status !== 429) return { kind: "unreadable" };
  if (isUsedUp(answer)) {
    const limit = readComplete(headers["x-ratelimit-limit"]) ?? 0;
    return { kind: "used-up", limit, reset: readComplete(headers["x-ratelimit-reset"]) };
  }
  return { kind: isSuspension(text) ? "refused" : "unreadable" };
}

function readComplete(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? toInteger(Number(header)) : undefined;
}

/** Matches GitHub's message for an App that an account owner has suspended. */
function isSuspension(text: string): boolean {
  const message = parseObject(text)?.["message"];
  return typeof message === "string" && /suspended/i.test(message);
}

/**
 * Returns the forge's time when it responded, or the local time if the response does not contain
 * one.
 */
export function readForgeClock({ headers }: Pick<OneAnswer, "headers">, ours: Date): Date {
  const time = Date.parse(headers["date"] ?? "");
  return Number.isNaN(time) ? ours : new Date(time);
}
