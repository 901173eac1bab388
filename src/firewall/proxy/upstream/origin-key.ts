import type { Origin } from "./dial.ts";

/** What an origin is kept by. What one rule names, wherever it leads, is no other rule's. */
export function keyOf({ scheme, host, port, isListed }: Origin): string {
  return `${scheme}://${host}:${port}${isListed ? " listed" : ""}`;
}
