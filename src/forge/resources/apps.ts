import * as v from "valibot";
import { Secret } from "../../shared/secret.ts";
import type { ForgeClient } from "../client.ts";
import { isRefused, MisshapenAnswer, RateLimited } from "../forge-errors.ts";
import { find, read } from "../read.ts";
import { readShape, wholeNumber, wordsByName } from "../read-shape.ts";

/** What we read of the forge's App object. */
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
// Without control characters, or what is printed could steer a terminal and what is pasted could run.
const oneWord = v.pipe(v.string(), v.regex(/^[^\s\p{C}]{1,100}$/u));
const oneLine = v.pipe(v.string(), v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));

const appShape = v.pipe(
  v.object({
    id: wholeNumber,
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

/** The App that a client signs as. @see GET /app. @throws RefusedByForge with 404 when the App is gone */
export function readOwnApp(client: ForgeClient): Promise<App> {
  return read(client, "/app", appShape);
}

/**
 * The App of that short name, when this login may see it. Who is "refused" the look knows nothing: the App may be there.
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
 * Where the webhook of the App that a client signs as leads; undefined where it has none. Whether it is switched on,
 * the forge does not tell.
 * @see GET /app/hook/config; 404 without a webhook: CloudSnorkel/cdk-github-runners#982
 */
export async function findHookAddress(client: ForgeClient): Promise<string | undefined> {
  return (await find(client, "/app/hook/config", hookShape)) || undefined;
}

/** `not told`: the forge tells nobody who is not signed in. `not seen`: strangers have asked too often this hour. */
export type AppVisibility = "public" | "private" | "not told" | "not seen";

/**
 * Whether an App is public: then the forge shows it to somebody who is not signed in.
 * @param anonymous a client without any credential
 */
export async function readVisibility(anonymous: ForgeClient, slug: string): Promise<AppVisibility> {
  try {
    const accept = [401, 403, 404];
    const { status } = await anonymous.request("GET", `/apps/${slug}`, { accept });
    if (status === 404) return "private";
    return status === 200 ? "public" : "not told";
  } catch (error) {
    if (error instanceof RateLimited) return "not seen";
    throw error;
  }
}

/** What the forge answers for a manifest's code: once. */
export interface ConvertedManifest {
  readonly key: Secret;
  /** Who the key signs as, where the rest of the answer is odd: the client ID or the number. */
  readonly issuer: string | undefined;
  /** The App as the answer describes it. @throws MisshapenAnswer when it does not */
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
 * Exchanges a registration's one-use code for the App and its key. Whoever has an unused code has the key, so no error
 * names it; of the answer nothing else is kept: not the client secret, not the webhook secret.
 * @see POST /app-manifests/{code}/conversions
 * @throws MisshapenAnswer when there is no key in the answer
 */
export async function convertManifest(
  client: ForgeClient,
  code: string,
): Promise<ConvertedManifest> {
  const path = `/app-manifests/${encodeURIComponent(code)}/conversions`;
  const pathName = "/app-manifests/{code}/conversions";
  const { body, title } = await client.request("POST", path, { pathName });
  const key = v.safeParse(keyShape, body);
  if (!key.success) throw new MisshapenAnswer({ request: title, because: "it has no key" });
  const issuer = v.safeParse(issuerShape, body);
  return {
    key: new Secret(key.output.pem),
    issuer: issuer.success ? issuer.output : undefined,
    app: () => readShape(appShape, body, title),
  };
}
