import { exchange, keeping } from "./exchange.ts";
import type { SendOnce } from "./one-request.ts";
import { https } from "../shared/node-network.ts";

/**
 * Creates a transport that uses TLS. It trusts Node's certificate authorities and those in
 * NODE_EXTRA_CA_CERTS.
 */
export function createSendEncrypted(): SendOnce {
  const agent = new https.Agent(keeping);
  return (one) => exchange({ open: https.request, agent, connected: "secureConnect" }, one);
}
