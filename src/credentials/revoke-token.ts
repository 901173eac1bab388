import { createForgeClient } from "../forge/client.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import {
  isTokenTaken,
  revokeInstallationToken,
  revokePersonalToken,
} from "../forge/resources/tokens.ts";
import type { SendOnce } from "../forge/one-request.ts";
import { UserError } from "../shared/errors.ts";
import type { Secret } from "../shared/secret.ts";
import type { AppClient } from "./apps/app-client.ts";
import { KeyRefused } from "./apps/key-refused.ts";
import { classifyToken } from "./pat/token.ts";

/** Whether a credential works. */
export type Liveness = "works" | "refused" | "unknown";

export interface TokenLocation {
  readonly profile: HostProfile;
  readonly send: SendOnce;
}

/**
 * Revokes a token. An App's token revokes itself; for a person's token, the request is anonymous.
 * @throws RefusedByForge, RateLimited, ForgeUnreachable
 */
export async function revokeToken(location: TokenLocation, token: Secret): Promise<void> {
  if (classifyToken(token).kind === "installation") {
    await revokeInstallationToken(createForgeClient({ ...location, token }));
    return;
  }
  await revokePersonalToken(createForgeClient(location), token);
}

/** Tests a token with a request that every kind of token can make. */
export async function tryToken(location: TokenLocation, token: Secret): Promise<Liveness> {
  const kind = classifyToken(token).kind === "installation" ? "installation" : "personal";
  // Creates a client for each call, because an earlier response must not be reused.
  const client = createForgeClient({ ...location, token });
  try {
    return (await isTokenTaken(client, kind)) ? "works" : "refused";
  } catch (error) {
    if (error instanceof UserError) return "unknown";
    throw error;
  }
}

/**
 * Returns whether a token is rejected. A token with an unknown state may still work, so it does not
 * count as rejected.
 */
export async function isTokenRefused(location: TokenLocation, token: Secret): Promise<boolean> {
  return (await tryToken(location, token)) === "refused";
}

/** Whether a key works. If that is unknown, `reason` explains why. */
export type KeyTrial =
  | { readonly liveness: Exclude<Liveness, "unknown"> }
  | { readonly liveness: "unknown"; readonly reason: UserError };

/**
 * Tests a key by signing a request as its App. Only a rejection proves that the key is invalid; a
 * rate limit or a missing response proves nothing.
 */
export async function tryKey(client: Pick<AppClient, "app">): Promise<KeyTrial> {
  try {
    await client.app();
    return { liveness: "works" };
  } catch (error) {
    if (error instanceof KeyRefused) return { liveness: "refused" };
    if (error instanceof UserError) return { liveness: "unknown", reason: error };
    throw error;
  }
}
