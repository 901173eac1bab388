import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { find, read } from "../read.ts";
import { readShape } from "../read-shape.ts";

const loginShape = v.pipe(
  v.object({ login: v.string() }),
  v.transform(({ login }) => login),
);

/** Who is signed in. @see GET /user */
export function readLogin(client: ForgeClient): Promise<string> {
  return read(client, "/user", loginShape);
}

/** Who is signed in; undefined where the forge does not tell this credential. */
export function findLogin(client: ForgeClient, signal?: AbortSignal): Promise<string | undefined> {
  return find(client, "/user", loginShape, { absent: [403, 404], ...(signal && { signal }) });
}

/** What a token tells of itself: whose it is, and the forge's header of when it ends. */
export interface TokenHolder {
  readonly login: string;
  /** Absent when it never ends. */
  readonly expiry: string | undefined;
}

/** Undefined when the forge does not take the token. @see GET /user */
export async function findTokenHolder(client: ForgeClient): Promise<TokenHolder | undefined> {
  const { status, headers, body, title } = await client.request("GET", "/user", { accept: [401] });
  if (status === 401) return undefined;
  const expiry = headers[client.profile.brand.tokenExpiryHeader];
  return { login: readShape(loginShape, body, title), expiry };
}

/** The login of a person, an organization or an App's bot, as the forge writes it. @see GET /users/{username} */
export function findAccount(client: ForgeClient, login: string): Promise<string | undefined> {
  return find(client, `/users/${encodeURIComponent(login)}`, loginShape);
}

/** Whether an account is a person's or an organization's. @see GET /users/{username} */
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
