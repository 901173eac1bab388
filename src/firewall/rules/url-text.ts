import type { Connection } from "./policy.ts";
import type { Target } from "./target.ts";

export function usualPort(scheme: "http" | "https"): number {
  return scheme === "http" ? 80 : 443;
}

/**
 * Returns the scheme, host and port of a URL: `https://example.com`, `https://example.com:8443`.
 */
export function addressOf({ scheme, host, port }: Connection): string {
  return `${scheme}://${host}${port === usualPort(scheme) ? "" : `:${port}`}`;
}

/**
 * Returns a pattern that covers only this path, with any query if the request has a query. The
 * pattern omits the query itself, because it may contain data that must not be stored.
 */
export function exactPattern(
  asked: Connection,
  { path, query }: Pick<Target, "path" | "query">,
): string {
  return `${addressOf(asked)}${path}${query === undefined ? "" : "?*"}`;
}
