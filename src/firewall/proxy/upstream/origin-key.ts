import type { Origin } from "./dial.ts";

/**
 * Returns the cache key of an origin. Connections to a listed origin can go to any address, so they
 * must not be used for an origin that is not listed.
 */
export function keyOf({ scheme, host, port, isListed }: Origin): string {
  return `${scheme}://${host}:${port}${isListed ? " listed" : ""}`;
}
