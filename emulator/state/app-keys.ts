import { createHash, createPublicKey, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { Secret } from "../../src/shared/secret.ts";
import type { AppKey } from "./world.ts";

/**
 * A new key pair of an App: the private key (PKCS#1) for its owner, and the public key (SPKI) for
 * the forge.
 */
export interface AppKeyPair {
  readonly publicKey: string;
  readonly pem: Secret;
}

export async function makeAppKey(): Promise<AppKeyPair> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  return { publicKey, pem: new Secret(privateKey) };
}

/**
 * Returns the fingerprint of a key. The settings page shows the fingerprint, and the App's owner
 * can compute it from the key.
 */
export function fingerprint({ publicKey }: Pick<AppKey, "publicKey">): string {
  const der = createPublicKey(publicKey).export({ type: "spki", format: "der" });
  return `SHA256:${createHash("sha256").update(der).digest("base64")}`;
}
