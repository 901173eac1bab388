import { isIP } from "node:net";
import type { Origin } from "./dial.ts";

/** What an origin is kept by. An address that one rule names is no other rule's. */
export function keyOf({ scheme, host, port, isListed }: Origin): string {
  return `${scheme}://${host}:${port}${isListed && isIP(host) !== 0 ? " listed" : ""}`;
}
