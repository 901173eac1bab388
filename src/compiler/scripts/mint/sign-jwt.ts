import { sign, type KeyObject } from "node:crypto";

/**
 * Returns a JWT that identifies the App. Its issue time is one minute in the past, because clocks
 * differ. The JWT expires in nine minutes. GitHub accepts a validity of at most ten minutes.
 */
export function signJwt(appId: string, key: KeyObject, now: number): string {
  const seconds = Math.floor(now / 1000);
  const claims = { iat: seconds - 60, exp: seconds + 540, iss: appId };
  const unsigned = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}`;
  return `${unsigned}.${sign("RSA-SHA256", Buffer.from(unsigned), key).toString("base64url")}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
