import { createHash } from "node:crypto";
import { tokenShapes } from "../../shared/redact.ts";
import type { TokenShape } from "../../shared/redact.ts";
import type { Secret } from "../../shared/secret.ts";

export type TokenKind = TokenShape["kind"] | "private-key" | "unknown";

/** Determines the kind of a token from its shape. */
export function classifyToken(token: Secret): { readonly kind: TokenKind } {
  const text = token.reveal().trim();
  const shape = tokenShapes.find(({ prefix }) => text.startsWith(prefix));
  if (shape) return { kind: shape.kind };
  if (text.includes("PRIVATE KEY")) return { kind: "private-key" };
  // Classic tokens created before 2021 do not have a prefix.
  return { kind: /^[\da-f]{40}$/.test(text) ? "classic" : "unknown" };
}

/** Returns a fingerprint that distinguishes tokens. It is too short to reveal the token. */
export function fingerprintToken(token: Secret): string {
  const digest = createHash("sha256").update(token.reveal().trim()).digest("hex");
  return `SHA256:${digest.slice(0, 12)}`;
}

/**
 * Returns why a value cannot be stored as the PAT, without quoting the value; undefined if it can.
 */
export function refusePat(token: Secret): string | undefined {
  if (token.isEmpty) return `No token was entered. ${whatDoes}`;
  const { kind } = classifyToken(token);
  if (kind !== "fine-grained") return refusals[kind];
  return /^\w+$/.test(token.reveal().trim())
    ? undefined
    : "The token contains invalid characters: copy the complete token again.";
}

const [{ prefix } = { prefix: "" }] = tokenShapes.filter(({ kind }) => kind === "fine-grained");
const whatDoes = `A fine-grained PAT begins with ${prefix} and is one line.`;

const refusals: Readonly<Record<Exclude<TokenKind, "fine-grained">, string>> = {
  classic: `This is a classic PAT, which can access all your repositories. ${whatDoes}`,
  oauth: `This is an OAuth token. ${whatDoes}`,
  installation: `This is an App installation token, which expires within an hour. ${whatDoes}`,
  "user-to-server": `This is an App's user access token. ${whatDoes}`,
  refresh: `This is a refresh token. ${whatDoes}`,
  "private-key": `This is an App's private key. ${whatDoes}`,
  unknown: `This is not a fine-grained PAT. ${whatDoes}`,
};
