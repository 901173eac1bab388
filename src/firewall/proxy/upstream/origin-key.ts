import type { Origin } from "./dial.ts";

/**
 * Returns the cache key of an origin. Connections to listed origins may go to any address, so
 * other rules do not share them.
 */
export function keyOf({ scheme, host, port, isListed }: Origin): string {
  return `${scheme}://${host}:${port}${isListed ? " listed" : ""}`;
}
