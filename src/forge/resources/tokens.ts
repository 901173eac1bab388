import type { Secret } from "../../shared/secret.ts";
import type { ForgeClient } from "../client.ts";

/**
 * Revokes the installation token of this client. Also succeeds if the token has expired.
 * @see DELETE /installation/token
 */
export async function revokeInstallationToken(client: ForgeClient): Promise<"revoked" | "expired"> {
  const accept = [401, 404];
  const { status } = await client.request("DELETE", "/installation/token", { accept });
  return accept.includes(status) ? "expired" : "revoked";
}

/**
 * Revokes a person's token. Anyone who has the token can revoke it, but only with an anonymous
 * request that contains it.
 * @see POST /credentials/revoke
 */
export async function revokePersonalToken(anonymous: ForgeClient, token: Secret): Promise<void> {
  const body = { credentials: [token.reveal()] };
  await anonymous.request("POST", "/credentials/revoke", { body });
}

/**
 * Returns whether GitHub accepts the token of this client.
 * @see GET /user, GET /installation/repositories
 */
export async function isTokenTaken(
  client: ForgeClient,
  kind: "installation" | "personal",
): Promise<boolean> {
  const path = kind === "installation" ? "/installation/repositories?per_page=1" : "/user";
  const { status } = await client.request("GET", path, { accept: [401] });
  return status !== 401;
}
