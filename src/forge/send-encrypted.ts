import { request } from "node:https";
import { exchange } from "./exchange.ts";
import type { OneAnswer, OneRequest } from "./one-request.ts";

/** With the trust that Node has: its own authorities, and those of NODE_EXTRA_CA_CERTS. */
export function send(one: OneRequest): Promise<OneAnswer> {
  return exchange(request, one);
}
