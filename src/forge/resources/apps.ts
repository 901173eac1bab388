import * as v from "valibot";
import { Secret } from "../../shared/secret.ts";
import type { ForgeClient } from "../client.ts";
import { isRefused, MisshapenAnswer, RateLimited } from "../forge-errors.ts";
import { find, read } from "../read.ts";
import { readShape, integer, wordsByName } from "../read-shape.ts";

/** The fields of GitHub's App object that gatehouse uses. */
export interface App {
  readonly id: number;
  readonly clientId: string;
  readonly slug: string;
  readonly name: string;
  readonly owner: string;
  readonly ownerKind: "organization" | "user";
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
}

/** An App's client ID: one word, such as Iv23liAbCdEf. It is stored, printed and pasted. */
export const clientIdPattern = /^[\w.]{4,40}$/;

const clientId = v.pipe(v.string(), v.regex(clientIdPattern));
// No control characters: they could control a terminal when printed, and run a command when pasted.
const oneWord = v.pipe(v.string(), v.regex(/^[^\s\p{C}]{1,100}$/u));
const oneLine = v.pipe(v.string(), v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));

const appShape = v.pipe(
  v.object({
    id: integer,
    client_id: clientId,
    slug: oneWord,
    name: oneLine,
    owner: v.object({ login: oneWord, type: v.optional(v.string()) }),
    permissions: wordsByName,
    events: v.optional(v.array(v.string()), []),
  }),
  v.transform(({ client_id: clientId, owner, ...app }): App => ({
    ...app,
    clientId,
    owner: owner.login,
    ownerKind: owner.type === "Organization" ? "organization" : "user",
  })),
);

/**
 * Reads the App that signs the request.
 * @see GET /app
 * @throws RefusedByForge with 404 if the App was deleted
 */
export function readOwnApp(client: ForgeClient): Promise<App> {
  return read(client, "/app", appShape);
}

/**
 * Finds an App by its short name. "refused" means unknown, because the App may exist but be
 * invisible to this login.
 * @see GET /apps/{slug}
 */
export async function findApp(
  client: ForgeClient,
  slug: string,
): Promise<App | "refused" | undefined> {
  try {
    return await find(client, `/apps/${slug}`, appShape);
  } catch (error) {
    if (isRefused(error, 403)) return "refused";
    throw error;
  }
}

const hookShape = v.pipe(
  v.object({ url: v.nullish(v.string()) }),
  v.transform(({ url }) => url ?? ""),
);

/**
 * Returns the webhook URL of the signing App; undefined if it has none. GitHub does not report
 * whether the webhook is active.
 * @see GET /app/hook/config; 404 without a webhook: CloudSnorkel/cdk-github-runners#982
 */
export async function findHookAddress(client: ForgeClient): Promise<string | undefined> {
  return (await find(client, "/app/hook/config", hookShape)) || undefined;
}

/**
 * `unverified`: the server rejects anonymous requests. `not seen`: the rate limit for anonymous
 * requests is exceeded.
 */
export type AppVisibility = "public" | "private" | "unverified" | "not seen";

/**
 * Returns whether an App is public, which means that GitHub shows the App to anonymous users.
 * @param anonymous a client without a credential
 */
export async function readVisibility(anonymous: ForgeClient, slug: string): Promise<AppVisibility> {
  try {
    const accept = [401, 403, 404];
    const { status } = await anonymous.request("GET", `/apps/${slug}`, { accept });
    if (status === 404) return "private";
    return status === 200 ? "public" : "unverified";
  } catch (error) {
    if (error instanceof RateLimited) return "not seen";
    throw error;
  }
}

/** GitHub's response to the exchange of a manifest code. GitHub sends this response only once. */
export interface ConvertedManifest {
  readonly key: Secret;
  /**
   * Issuer of the JWTs that are signed with the key: the client ID or the App ID. It is known even
   * if the rest of the response is unusable.
   */
  readonly issuer: string | undefined;
  /**
   * Returns the App that the response describes.
   * @throws MisshapenAnswer if the description is incomplete
   */
  readonly app: () => App;
}

const keyShape = v.object({ pem: v.pipe(v.string(), v.nonEmpty()) });
const issuerShape = v.union([
  v.pipe(
    v.object({ client_id: clientId }),
    v.transform((app) => app.client_id),
  ),
  v.pipe(
    v.object({ id: v.number() }),
    v.transform((app) => String(app.id)),
  ),
]);

/**
 * Exchanges a registration's one-use code for the App and its key. Anyone with an unused code can
 * get the key, so errors never contain the code. The client secret and the webhook secret are
 * discarded.
 * @see POST /app-manifests/{code}/conversions
 * @throws MisshapenAnswer if the response contains no key
 */
export async function convertManifest(
  client: ForgeClient,
  code: string,
): Promise<ConvertedManifest> {
  const path = `/app-manifests/${encodeURIComponent(code)}/conversions`;
  const pathName = "/app-manifests/{code}/conversions";
  const { body, title } = await client.request("POST", path, { pathName });
  const key = v.safeParse(keyShape, body);
  if (!key.success) throw new MisshapenAnswer({ request: title, reason: "it contains no key" });
  const issuer = v.safeParse(issuerShape, body);
  return {
    key: new Secret(key.output.pem),
    issuer: issuer.success ? issuer.output : undefined,
    app: () => readShape(appShape, body, title),
  };
}
