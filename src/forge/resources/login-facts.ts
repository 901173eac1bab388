import type { ForgeClient } from "../client.ts";

/** Facts about the current login, except the account's name. */
export interface LoginFacts {
  readonly isTaken: boolean;
  /**
   * Scopes of an OAuth token or classic PAT. Undefined if GitHub reports none: other tokens have
   * permissions instead of scopes.
   */
  readonly scopes: readonly string[] | undefined;
}

/** @see GET /user; facts/forge.md, "Errors, headers, limits" */
export async function readLoginFacts(client: ForgeClient): Promise<LoginFacts> {
  const { status, headers } = await client.request("GET", "/user", { accept: [401, 403] });
  const header = headers["x-oauth-scopes"];
  return { isTaken: status !== 401, scopes: header?.split(",").map((each) => each.trim()) };
}

/**
 * Returns the current time of GitHub's clock from a response; undefined if the response has no
 * time.
 * @see GET /rate_limit
 */
export async function readForgeTime(client: ForgeClient): Promise<Date | undefined> {
  // Every response contains the time, regardless of its status.
  const { headers } = await client.request("GET", "/rate_limit", { accept: [401, 403, 404] });
  const at = Date.parse(headers["date"] ?? "");
  return Number.isNaN(at) ? undefined : new Date(at);
}
