import type { Minting, MintRequest } from "../run/admit/admit-deps.ts";
import { mintToken } from "../run/admit/mint-token.ts";
import { createBoundSend } from "../forge/bound-send.ts";
import type { SendOnce } from "../forge/one-request.ts";
import { createSendOnce } from "../forge/send-once.ts";

/**
 * Mints a token for `gatehouse admit`. This code is a separate file in dist/, because most runs
 * receive a minted token and do not need to load it.
 */
export function admitMint(wanted: MintRequest, env: NodeJS.ProcessEnv): Promise<Minting> {
  const send = createSendOnce(env);
  const counted: SendOnce = (request) => send({ ...request, sending: wanted.counting });
  return mintToken(wanted, createBoundSend(counted, wanted));
}
