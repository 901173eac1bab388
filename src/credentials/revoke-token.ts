import { createForgeClient } from "../forge/client.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import {
  isTokenTaken,
  revokeInstallationToken,
  revokePersonalToken,
} from "../forge/resources/tokens.ts";
import { UserError } from "../shared/errors.ts";
import type { Secret } from "../shared/secret.ts";
import type { AppClient } from "./apps/app-client.ts";
import { KeyRefused } from "./apps/key-refused.ts";
import { classifyToken } from "./pat/token.ts";

/** How the forge answers a credential. */
export type Liveness = "works" | "refused" | "unknown";

export interface TokenPlace {
  readonly profile: HostProfile;
  readonly fetch: typeof fetch;
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
export function tryToken(place: TokenPlace, token: Secret): Promise<Liveness> {
  const kind = classifyToken(token).kind === "installation" ? "installation" : "personal";
  // A client of its own each time: an answer from before must not be repeated.
  const client = createForgeClient({ ...place, token });
  return orUnknown(async () => ((await isTokenTaken(client, kind)) ? "works" : "refused"));
}

/** Whether the forge refuses a token. One of which nothing is known may still work. */
export async function isTokenRefused(place: TokenPlace, token: Secret): Promise<boolean> {
  return (await tryToken(place, token)) === "refused";
}

/** Tries a key by signing as its App. */
export function tryKey(client: Pick<AppClient, "app">): Promise<Liveness> {
  return orUnknown(async () => {
    try {
      await client.app();
      return "works";
    } catch (error) {
      if (error instanceof KeyRefused) return "refused";
      throw error;
    }
  });
}

async function orUnknown(attempt: () => Promise<Liveness>): Promise<Liveness> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof UserError) return "unknown";
    throw error;
  }
}
