import type { ForgeClient } from "../client.ts";

/** Facts about the current login, without its name. */
export interface LoginFacts {
  readonly isTaken: boolean;
  /**
   * Scopes of an OAuth token or classic PAT. Undefined if GitHub reports none, because other tokens
   * have permissions.
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
 * Returns the time of a response by GitHub's clock; undefined if it is missing.
 * @see GET /rate_limit
 */
export async function readForgeTime(client: ForgeClient): Promise<Date | undefined> {
  // Any response has the time, whatever its status.
  const { headers } = await client.request("GET", "/rate_limit", { accept: [401, 403, 404] });
  const at = Date.parse(headers["date"] ?? "");
  return Number.isNaN(at) ? undefined : new Date(at);
}
