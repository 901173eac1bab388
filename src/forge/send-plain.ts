import { request } from "node:http";
import { exchange } from "./exchange.ts";
import type { OneAnswer, OneRequest } from "./one-request.ts";

/** For a forge of this machine. */
export function send(one: OneRequest): Promise<OneAnswer> {
  return exchange(request, one);
}
