import type { ForgeClient } from "../client.ts";

/** What the forge says about whoever asks, without saying who that is. */
export interface LoginFacts {
  readonly isTaken: boolean;
  /** Of an OAuth or classic token; undefined where the forge names none: other tokens have permissions. */
  readonly scopes: readonly string[] | undefined;
}

/** @see GET /user; facts/forge.md, "Errors, headers, limits" */
export async function readLoginFacts(client: ForgeClient): Promise<LoginFacts> {
  const { status, headers } = await client.request("GET", "/user", { accept: [401, 403] });
  const told = headers["x-oauth-scopes"];
  return { isTaken: status !== 401, scopes: told?.split(",").map((each) => each.trim()) };
}

/** When the forge answers, by its own clock; undefined where it does not say. @see GET /rate_limit */
export async function readForgeTime(client: ForgeClient): Promise<Date | undefined> {
  // Whatever it says, it is there.
  const { headers } = await client.request("GET", "/rate_limit", { accept: [401, 403, 404] });
  const at = Date.parse(headers["date"] ?? "");
  return Number.isNaN(at) ? undefined : new Date(at);
}
