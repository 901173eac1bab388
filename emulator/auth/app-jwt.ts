import { verify } from "node:crypto";
import { Refusal } from "../http/reply.ts";
import { type Fields } from "../http/fields.ts";
import { isRecord } from "../is-record.ts";
import type { App, World } from "../state/world.ts";

const longestLifeSeconds = 600;

const undecodable = () => new Refusal(401, "A JSON web token could not be decoded");

export const keyNotKnown = () => new Refusal(401, "Integration must generate a public key");

export function looksLikeJwt(words: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(words);
}

/**
 * Returns the App that signed this token with one of its keys.
 * @throws Refusal with GitHub's messages: 404 only if the App does not exist
 */
export function verifyAppJwt(world: World, jwt: string, now: Date): App {
  const [head = "", claims = "", signature = ""] = jwt.split(".");
  const header = decodePart(head);
  const payload = decodePart(claims);
  if (header["alg"] !== "RS256") throw undecodable();
  const app = findIssuer(world, payload["iss"]);
  if (app.keys.length === 0) throw keyNotKnown();
  const signed = Buffer.from(`${head}.${claims}`);
  const proof = Buffer.from(signature, "base64url");
  if (!app.keys.some(({ publicKey }) => verify("RSA-SHA256", signed, publicKey, proof))) {
    throw undecodable();
  }
  checkTimes(payload, now);
  return app;
}

function decodePart(part: string): Fields {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (isRecord(value)) return value;
  } catch {
    // Text that is not JSON gets the same error as JSON that is not an object.
  }
  throw undecodable();
}

function findIssuer(world: World, issuer: unknown): App {
  if (issuer === undefined) throw new Refusal(401, "Missing 'issuer' claim ('iss') in assertion");
  const app = world.apps.find(({ id, clientId }) => issuer === clientId || Number(issuer) === id);
  if (!app) throw new Refusal(404, "Integration not found");
  return app;
}

/**
 * Checks `iat` and `exp`. `iat` must be in whole seconds. Clients set it 60 seconds back, because
 * the check does not allow for clock drift.
 * @see [doc] generating-a-json-web-token-jwt-for-a-github-app
 * @see [field] `iat`: microsoft/AL-Go#2289, sanitizers/octomachinery#75; `exp`:
 *   bradleyfalzon/ghinstallation#47
 */
function checkTimes({ iat, exp }: Fields, now: Date): void {
  const seconds = now.getTime() / 1000;
  if (!Number.isInteger(exp) || Number(exp) <= seconds) {
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  // Allows one extra second: `exp` is in whole seconds, so ten minutes from now can be rounded up.
  if (Number(exp) > seconds + longestLifeSeconds + 1) {
    throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  }
  if (!Number.isInteger(iat) || Number(iat) > seconds) {
    throw new Refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
}
