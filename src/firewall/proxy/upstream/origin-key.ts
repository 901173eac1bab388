import type { Origin } from "./dial.ts";

/**
 * Returns the cache key of an origin. Connections that one rule allows to any address are not
 * shared with other rules.
 */
export function keyOf({ scheme, host, port, isListed }: Origin): string {
  return `${scheme}://${host}:${port}${isListed ? " listed" : ""}`;
}
