import { Agent, request } from "node:http";
import { exchange, keeping } from "./exchange.ts";
import type { SendOnce } from "./one-request.ts";

/** For a forge of this machine. */
export function createSendPlain(): SendOnce {
  const agent = new Agent(keeping);
  return (one) => exchange({ open: request, agent, connected: "connect" }, one);
}
