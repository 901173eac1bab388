import { exchange, keeping } from "./exchange.ts";
import type { SendOnce } from "./one-request.ts";
import { http } from "../shared/node-network.ts";

/** Creates a transport for an embedded forge on this machine. */
export function createSendPlain(): SendOnce {
  const agent = new http.Agent(keeping);
  return (one) => exchange({ open: http.request, agent, connected: "connect" }, one);
}
