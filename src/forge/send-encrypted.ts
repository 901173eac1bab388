import { Agent, request } from "node:https";
import { exchange, keeping } from "./exchange.ts";
import type { SendOnce } from "./one-request.ts";

/** With the trust that Node has: its own authorities, and those of NODE_EXTRA_CA_CERTS. */
export function createSendEncrypted(): SendOnce {
  const agent = new Agent(keeping);
  return (one) => exchange({ open: request, agent, connected: "secureConnect" }, one);
}
