import { createForgeClient } from "../../forge/client.ts";
import type { ForgeClient } from "../../forge/client.ts";
import type { Connection } from "../../forge/connection.ts";
import { UserError } from "../../shared/errors.ts";

/**
 * The client of whoever is signed in, or one without a login: a token that leaked can be revoked without. What needs
 * a login fails by itself, and is recorded so.
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
