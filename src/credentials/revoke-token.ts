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

/** How the forge answers a credential. */
export type Liveness = "works" | "refused" | "unknown";

export interface TokenPlace {
  readonly profile: HostProfile;
  readonly send: SendOnce;
}

/**
 * Ends a token for good: an App's by itself, a person's anonymously.
 * @throws RefusedByForge, RateLimited, ForgeUnreachable
 */
export async function revokeToken(place: TokenPlace, token: Secret): Promise<void> {
  if (classifyToken(token).kind === "installation") {
    await revokeInstallationToken(createForgeClient({ ...place, token }));
    return;
  }
  await revokePersonalToken(createForgeClient(place), token);
}

/** Tries a token with a request that every kind may make. */
export async function tryToken(place: TokenPlace, token: Secret): Promise<Liveness> {
  const kind = classifyToken(token).kind === "installation" ? "installation" : "personal";
  // A client of its own each time: an answer from before must not be repeated.
  const client = createForgeClient({ ...place, token });
  try {
    return (await isTokenTaken(client, kind)) ? "works" : "refused";
  } catch (error) {
    if (error instanceof UserError) return "unknown";
    throw error;
  }
}

/** Whether the forge refuses a token. One of which nothing is known may still work. */
export async function isTokenRefused(place: TokenPlace, token: Secret): Promise<boolean> {
  return (await tryToken(place, token)) === "refused";
}

/** How the forge answers a key, and why nothing was seen where that is so. */
export type KeyTrial =
  | { readonly liveness: Exclude<Liveness, "unknown"> }
  | { readonly liveness: "unknown"; readonly because: UserError };

/** Tries a key by signing as its App. Only its refusal tells that it is dead: a limit or a silence tells nothing. */
export async function tryKey(client: Pick<AppClient, "app">): Promise<KeyTrial> {
  try {
    await client.app();
    return { liveness: "works" };
  } catch (error) {
    if (error instanceof KeyRefused) return { liveness: "refused" };
    if (error instanceof UserError) return { liveness: "unknown", because: error };
    throw error;
  }
}
