import { createHash } from "node:crypto";
import { tokenShapes } from "../../shared/redact.ts";
import type { TokenShape } from "../../shared/redact.ts";
import type { Secret } from "../../shared/secret.ts";

export type TokenKind = TokenShape["kind"] | "private-key" | "unknown";

/** Tells by its shape what was entered. */
export function classifyToken(token: Secret): { readonly kind: TokenKind } {
  const text = token.reveal().trim();
  const shape = tokenShapes.find(({ prefix }) => text.startsWith(prefix));
  if (shape) return { kind: shape.kind };
  if (text.includes("PRIVATE KEY")) return { kind: "private-key" };
  // Classic tokens had no prefix before 2021.
  return { kind: /^[\da-f]{40}$/.test(text) ? "classic" : "unknown" };
}

/** Tells two tokens apart without telling anything of either: far too short to find the token by. */
export function fingerprintToken(token: Secret): string {
  const digest = createHash("sha256").update(token.reveal().trim()).digest("hex");
  return `SHA256:${digest.slice(0, 12)}`;
}

/** Why a value cannot be stored as the PAT, without repeating any of it; nothing when it can. */
export function refusePat(token: Secret): string | undefined {
  if (token.isEmpty) return `Nothing has arrived. ${whatDoes}`;
  const { kind } = classifyToken(token);
  if (kind !== "fine-grained") return refusals[kind];
  return /^\w+$/.test(token.reveal().trim())
    ? undefined
    : "The token has other characters inside: copy it again, in one piece.";
}

const [{ prefix } = { prefix: "" }] = tokenShapes.filter(({ kind }) => kind === "fine-grained");
const whatDoes = `A fine-grained token begins with ${prefix}, and is one line.`;

const refusals: Readonly<Record<Exclude<TokenKind, "fine-grained">, string>> = {
  classic: `This is a classic PAT. It reaches every repository that you do. ${whatDoes}`,
  oauth: `This is the OAuth token of a login. ${whatDoes}`,
  installation: `This is an App's installation token, which ends within the hour. ${whatDoes}`,
  "user-to-server": `This is a token that an App got for you. ${whatDoes}`,
  refresh: `This is a refresh token. ${whatDoes}`,
  "private-key": `This is a private key. It belongs to an App. ${whatDoes}`,
  unknown: `This is no fine-grained PAT. ${whatDoes}`,
};
