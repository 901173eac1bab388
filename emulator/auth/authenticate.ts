import { badCredentials, Refusal } from "../http/reply.ts";
import { getAccount, getApp } from "../state/find.ts";
import { hashOf } from "../state/secret-words.ts";
import type { Token, World } from "../state/world.ts";
import { looksLikeJwt, verifyAppJwt } from "./app-jwt.ts";
import type { Caller } from "./caller.ts";

/**
 * Returns the caller that the Authorization header identifies.
 * @throws Refusal if the credential is invalid: an invalid credential never counts as anonymous
 */
export function authenticate(world: World, header: string | undefined, now: Date): Caller {
  const words = readCredential(header);
  if (words === undefined) return { kind: "anonymous" };
  if (looksLikeJwt(words)) {
    // Either scheme works for a token, but an App's JSON web token requires `Bearer`.
    if (!/^bearer\s/i.test(header ?? "")) throw badCredentials();
    return { kind: "app", app: verifyAppJwt(world, words, now) };
  }
  const token = findToken(world, words, now);
  if (!token) throw badCredentials();
  return callerOf(world, token);
}

/** Returns the token with this value, or undefined if it is unknown or has expired. */
export function findToken(world: World, words: string, now: Date): Token | undefined {
  const hash = hashOf(words);
  const token = world.tokens.find((each) => each.hash === hash);
  return token && !hasExpired(token, now) ? token : undefined;
}

function hasExpired({ expiresAt }: Token, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

function callerOf(world: World, token: Token): Caller {
  if (token.user !== null) {
    const kind = token.kind === "fine-grained" ? "fine-grained" : "user";
    return { kind, user: getAccount(world, token.user), token };
  }
  if (token.kind === "workflow") return { kind: "workflow", token };
  const installation = world.installations.find(({ id }) => id === token.installationId);
  if (!installation) throw badCredentials();
  if (installation.suspendedAt) {
    throw new Refusal(403, "This installation has been suspended");
  }
  return { kind: "installation", token, installation, app: getApp(world, installation.appId) };
}

/** Reads `token X`, `Bearer X`, and basic authentication with the token as password. */
function readCredential(header: string | undefined): string | undefined {
  const [, scheme = "", words = ""] = /^(\S+)\s+(\S+)\s*$/.exec(header ?? "") ?? [];
  if (header === undefined || header.trim() === "") return undefined;
  if (/^(token|bearer)$/i.test(scheme)) return words;
  if (/^basic$/i.test(scheme)) {
    const decoded = Buffer.from(words, "base64").toString("utf8");
    return decoded.slice(decoded.indexOf(":") + 1);
  }
  throw badCredentials();
}
