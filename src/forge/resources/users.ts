import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { find, read } from "../read.ts";
import { readShape } from "../read-shape.ts";

const loginShape = v.pipe(
  v.object({ login: v.string() }),
  v.transform(({ login }) => login),
);

/**
 * Returns the name of the current account.
 * @see GET /user
 */
export function readLogin(client: ForgeClient): Promise<string> {
  return read(client, "/user", loginShape);
}

/** Returns the name of the current account; undefined if this credential cannot read it. */
export function findLogin(client: ForgeClient, signal?: AbortSignal): Promise<string | undefined> {
  return find(client, "/user", loginShape, { absent: [403, 404], ...(signal && { signal }) });
}

/** Facts about a token: its owner, and the header value that states when it expires. */
export interface TokenHolder {
  readonly login: string;
  /** Undefined if the token never expires. */
  readonly expiry: string | undefined;
}

/**
 * Returns undefined if the token is rejected.
 * @see GET /user
 */
export async function findTokenHolder(client: ForgeClient): Promise<TokenHolder | undefined> {
  const { status, headers, body, title } = await client.request("GET", "/user", { accept: [401] });
  if (status === 401) return undefined;
  const expiry = headers[client.profile.brand.tokenExpiryHeader];
  return { login: readShape(loginShape, body, title), expiry };
}

/**
 * Returns the exact name of a user, organization or bot account; undefined if the account does not
 * exist.
 * @see GET /users/{username}
 */
export function findAccount(client: ForgeClient, login: string): Promise<string | undefined> {
  return find(client, `/users/${encodeURIComponent(login)}`, loginShape);
}

/**
 * Returns whether an account is a person or an organization.
 * @see GET /users/{username}
 */
export function readAccountKind(
  client: ForgeClient,
  login: string,
): Promise<"organization" | "user"> {
  return read(client, `/users/${login}`, kindShape);
}

const kindShape = v.pipe(
  v.object({ type: v.string() }),
  v.transform(({ type }) => (type === "User" ? "user" : "organization")),
);
