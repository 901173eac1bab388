import { createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { claimKey } from "../../keys/ready-keys.ts";

// Generated on this machine, so that no key or token is in the repository.
const rsa = claimKey();
export const pem = rsa.export({ type: "pkcs1", format: "pem" }).toString();
export const pkcs8 = rsa.export({ type: "pkcs8", format: "pem" }).toString();
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
export const ecPem = ec.export({ type: "sec1", format: "pem" }).toString();
export const bodyOf = (key: string) => key.replace(/-----[^-]+-----/g, "").replace(/\s/g, "");

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const opaque = (length: number) =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("");
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
export const jwtHead = `${base64url({ alg: "RS256", typ: "JWT" })}.${base64url({ iss: "Iv23liABC", exp: 1_900_000_000 })}`;
export const jwt = `${jwtHead}.${createSign("RSA-SHA256").update(jwtHead).sign(rsa).toString("base64url")}`;

export const tokens: Record<string, string> = {
  classic: `ghp_${opaque(36)}`,
  oauth: `gho_${opaque(36)}`,
  "user-to-server": `ghu_${opaque(36)}`,
  installation: `ghs_${opaque(36)}`,
  "long installation": `ghs_123456_${jwt}`,
  refresh: `ghr_${opaque(76)}`,
  "fine-grained": `github_pat_${opaque(22)}_${opaque(59)}`,
  "JSON Web Token": jwt,
};

/** Wraps the text as a terminal does. */
export const broken = (text: string, width: number, lineBreak: string) =>
  text.match(new RegExp(`[^]{1,${width}}`, "g"))!.join(lineBreak);

/** Returns the parts of a secret, eight characters each, that are readable in a text. */
export function survivors(secret: string, text: string): string[] {
  return Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8)).filter(
    (piece) => text.includes(piece),
  );
}
