import type { Connection } from "./policy.ts";
import type { Target } from "./target.ts";

/** Returns the port that a URL without a port means. */
export function usualPort(scheme: "http" | "https"): number {
  return scheme === "http" ? 80 : 443;
}

/** `https://example.com`, `https://example.com:8443`: the beginning of a URL. */
export function addressOf({ scheme, host, port }: Connection): string {
  return `${scheme}://${host}${port === usualPort(scheme) ? "" : `:${port}`}`;
}

/** The pattern that covers this path alone, with any query where there is one: a query may hold what nobody should keep. */
export function exactPattern(
  asked: Connection,
  { path, query }: Pick<Target, "path" | "query">,
): string {
  return `${addressOf(asked)}${path}${query === undefined ? "" : "?*"}`;
}
