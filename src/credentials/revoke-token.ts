import { classifyToken } from "./pat/token.ts";
import { KeyRefused } from "./apps/key-refused.ts";
import type { AppClient } from "./apps/app-client.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import { createRestClient } from "../forge/client.ts";
import { UserError } from "../shared/errors.ts";
import type { Secret } from "../shared/secret.ts";

/** How the forge answers a credential. */
export type Liveness = "works" | "refused" | "unknown";

export interface TokenPlace {
  readonly profile: HostProfile;
  readonly fetch: typeof fetch;
}

/**
 * Ends a person's token for good. The forge takes it from anybody who holds the token, and only anonymously.
 * @see POST /credentials/revoke; installation tokens end by DELETE /installation/token
 * @throws RefusedByForge, RateLimited, ForgeUnreachable
 */
export async function revokeToken({ profile, fetch }: TokenPlace, token: Secret): Promise<void> {
  if (classifyToken(token).kind === "installation") {
    const own = createRestClient({ profile, fetch, token });
    // 401: it is over already.
    await own.request("DELETE", "/installation/token", { accept: [401] });
    return;
  }
  const anonymous = createRestClient({ profile, fetch });
  await anonymous.request("POST", "/credentials/revoke", {
    body: { credentials: [token.reveal()] },
  });
}

/** Tries a token with a request that every kind may make. @see GET /user, GET /installation/repositories */
export async function tryToken({ profile, fetch }: TokenPlace, token: Secret): Promise<Liveness> {
  const isInstallation = classifyToken(token).kind === "installation";
  const path = isInstallation ? "/installation/repositories?per_page=1" : "/user";
  // A client of its own each time: an answer from before must not be repeated.
  const client = createRestClient({ profile, fetch, token });
  try {
    const { status } = await client.request("GET", path, { accept: [401] });
    return status === 401 ? "refused" : "works";
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return "unknown";
  }
}

/** Tries a key by signing as its App. */
export async function tryKey(client: Pick<AppClient, "app">): Promise<Liveness> {
  try {
    await client.app();
    return "works";
  } catch (error) {
    if (error instanceof KeyRefused) return "refused";
    if (!(error instanceof UserError)) throw error;
    return "unknown";
  }
}
