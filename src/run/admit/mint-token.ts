import { createAppClient } from "../../credentials/apps/app-client.ts";
import {
  mintNarrowToken,
  TokenTooNarrow,
  TokenTooWide,
} from "../../credentials/apps/narrow-token.ts";
import { readPrivateKey } from "../../credentials/apps/private-key.ts";
import { findUsableInstallation } from "../../credentials/apps/usable-installation.ts";
import { ForgeUnreachable, RateLimited, RefusedByForge } from "../../forge/forge-errors.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { Cancelled, InvalidInput } from "../../shared/errors.ts";
import type { Minting, MintRequest } from "./admit-deps.ts";

/** Mints a token for the repositories with exactly the requested permissions. */
export async function mintToken(
  { pair, permissions, profile, repositories }: Omit<MintRequest, "signal" | "counting">,
  send: SendOnce,
): Promise<Minting> {
  const app = `the ${pair.role} App`;
  const reading = readPrivateKey(pair.key);
  if (!reading.ok) return { kind: "refused", reason: `${app}'s key could not be read.` };
  const client = createAppClient({
    profile,
    send,
    clientId: pair.clientId,
    key: reading.key,
  });
  try {
    const found = await findUsableInstallation(client, repositories[0]);
    if (!found.isUsable) return { kind: "refused", reason: `${app} ${found.reason}.` };
    const { token } = await mintNarrowToken(client, found.installation, {
      permissions,
      repositories,
    });
    // Best effort: if the token cannot be revoked, it expires within the hour.
    const end = () => client.revokeToken(token).catch(() => undefined);
    return { kind: "minted", token, isNew: true, end };
  } catch (error) {
    return explainFailure(error, app);
  }
}

/** Explains a failure without quoting the forge's message, which can contain anything. */
function explainFailure(error: unknown, app: string): Minting {
  if (error instanceof RateLimited && !error.isUsedUp) {
    return { kind: "unreadable", reason: `${app} sent requests too fast.` };
  }
  if (error instanceof RateLimited) {
    const { resetsAt } = error;
    const reset = resetsAt && Math.ceil(resetsAt.getTime() / 1000);
    return { kind: "used-up", reset };
  }
  if (error instanceof RefusedByForge) {
    return { kind: "refused", reason: `${app} was rejected with ${error.status}.` };
  }
  if (error instanceof TokenTooWide) {
    return { kind: "refused", reason: `${app} received a token with too much access.` };
  }
  if (error instanceof TokenTooNarrow) {
    return { kind: "refused", reason: `${app} received a token with too little access.` };
  }
  if (error instanceof Cancelled) {
    return { kind: "unreadable", reason: `the step was stopped while ${app} requested a token.` };
  }
  if (error instanceof InvalidInput) {
    return { kind: "refused", reason: `${app}'s key cannot be used to sign.` };
  }
  if (error instanceof ForgeUnreachable) {
    return { kind: "unreadable", reason: `${app} did not receive a response.` };
  }
  throw error;
}
