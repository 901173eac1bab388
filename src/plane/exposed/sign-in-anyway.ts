import { createForgeClient } from "../../forge/client.ts";
import type { ForgeClient } from "../../forge/client.ts";
import type { Connection } from "../../forge/connection.ts";
import { UserError } from "../../shared/errors.ts";

/**
 * Returns a client with the current login, or without a login if there is none, because a leaked
 * token can be revoked without a login. Requests that need a login then fail and are recorded as
 * failed.
 */
export async function signInAnyway({
  client,
  profile,
  send,
}: Pick<Connection, "client" | "profile" | "send">): Promise<ForgeClient> {
  try {
    return await client();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return createForgeClient({ profile, send });
  }
}
