import { exchange, keeping } from "./exchange.ts";
import type { SendOnce } from "./one-request.ts";
import { https } from "../shared/node-network.ts";

/** With the trust that Node has: its own authorities, and those of NODE_EXTRA_CA_CERTS. */
export function createSendEncrypted(): SendOnce {
  const agent = new https.Agent(keeping);
  return (one) => exchange({ open: https.request, agent, connected: "secureConnect" }, one);
}
