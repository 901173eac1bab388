import { createHash, randomBytes, randomInt } from "node:crypto";
import { Secret } from "../../src/shared/secret.ts";
import { wire } from "../wire.ts";
import { nextId, type App, type Token, type World } from "./world.ts";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function randomWord(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
}

export function randomHex(length: number): string {
  return randomBytes(length).toString("hex").slice(0, length);
}

/** Returns the hash that the state stores instead of a token, code or client secret. */
export function hashOf(word: string): string {
  return createHash("sha256").update(word).digest("hex");
}

type Length = World["switches"]["installationTokens"];

/** Creates a token: the value for its owner, and the record for the state. */
export function makeToken(
  world: World,
  wanted: Pick<Token, "kind" | "createdAt"> & Partial<Token>,
  { app, length = world.switches.installationTokens }: { app?: App; length?: Length } = {},
): { words: Secret; token: Token } {
  const words = tokenWords(wanted.kind, { app, length });
  const token: Token = {
    user: null,
    name: "",
    scopes: [],
    permissions: {},
    repositoryIds: null,
    resourceOwner: null,
    pending: false,
    installationId: null,
    expiresAt: null,
    ...wanted,
    id: nextId(world),
    hash: hashOf(words),
  };
  world.tokens.push(token);
  return { words: new Secret(words), token };
}

function tokenWords(
  kind: Token["kind"],
  { app, length }: { app: App | undefined; length: Length },
): string {
  switch (kind) {
    case "oauth":
      return `gho_${randomWord(36)}`;
    case "classic":
      return `ghp_${randomWord(36)}`;
    case "fine-grained":
      return `${wire.fineGrainedPrefix}${randomWord(22)}_${randomWord(59)}`;
    case "workflow":
      return `ghs_${randomWord(36)}`;
    case "installation":
      return length === "long" && app ? `ghs_${app.id}_${longTail(app)}` : `ghs_${randomWord(36)}`;
  }
}

/**
 * Returns the end of a long installation token, which has the format of a JSON web token but is
 * never parsed.
 */
function longTail(app: App): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [part({ alg: "ES256", typ: "JWT" }), part({ iss: app.id }), randomWord(86)].join(".");
}
