import type { Budget } from "../../forge/budget.ts";
import type { OneAnswer } from "../../forge/one-request.ts";
import { readBudget } from "../../forge/resources/rate-limit.ts";
import { parseObject, toWhole } from "../../forge/parse-object.ts";

/** What the forge says of a credential's requests. Moments are seconds since 1970. */
export type Capacity =
  | ({ readonly kind: "counted" } & Budget)
  /** A server of one's own counts none, until it is told to. */
  | { readonly kind: "unlimited" }
  /** It does not even answer this any more. */
  | { readonly kind: "used-up"; readonly limit: number; readonly reset: number | undefined }
  | { readonly kind: "refused" }
  | { readonly kind: "unreadable" };

/** Judges an answer to `GET /rate_limit`. */
export function evaluateCapacity({ status, headers, text }: OneAnswer): Capacity {
  if (status === 200) {
    const core = readBudget(parseObject(text), "core");
    return core ? { kind: "counted", ...core } : { kind: "unreadable" };
  }
  if (status === 404) return { kind: "unlimited" };
  if (status === 401) return { kind: "refused" };
  if (status !== 403 && status !== 429) return { kind: "unreadable" };
  if (headers["x-ratelimit-remaining"] === "0") {
    const limit = readWhole(headers["x-ratelimit-limit"]) ?? 0;
    return { kind: "used-up", limit, reset: readWhole(headers["x-ratelimit-reset"]) };
  }
  return { kind: isSuspension(text) ? "refused" : "unreadable" };
}

function readWhole(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? toWhole(Number(header)) : undefined;
}

/** The forge's own words for an App that somebody switched off on the account. */
function isSuspension(text: string): boolean {
  const message = parseObject(text)?.["message"];
  return typeof message === "string" && /suspended/i.test(message);
}

/** What the forge's clock said when it answered; ours where it did not say. */
export function readForgeClock({ headers }: Pick<OneAnswer, "headers">, ours: Date): Date {
  const time = Date.parse(headers["date"] ?? "");
  return Number.isNaN(time) ? ours : new Date(time);
}
