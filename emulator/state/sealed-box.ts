import { createHash, generateKeyPairSync } from "node:crypto";
import { Secret } from "../../src/shared/secret.ts";
import type { BoxKeys } from "./repository.ts";

/** Generates the X25519 key pair that seals the secrets of one repository or environment. */
export function makeBoxKeys(): BoxKeys {
  const pair = generateKeyPairSync("x25519", {
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  });
  const publicKey = pair.publicKey.subarray(-keyLength);
  // GitHub's key IDs are numbers of about 18 digits, written as strings.
  const keyId = createHash("sha256").update(publicKey).digest().readBigUInt64BE().toString();
  return {
    keyId,
    publicKey: publicKey.toString("base64"),
    privateKey: pair.privateKey.subarray(-keyLength).toString("base64"),
  };
}

/**
 * Key length in bytes. The raw key is at the end of the DER encoding.
 * @see RFC 8410, sections 4 and 7
 */
const keyLength = 32;

/** Decrypts a sealed box. Returns undefined if it was not sealed for these keys. */
export async function openSealed(sealed: string, keys: BoxKeys): Promise<Secret | undefined> {
  // Loads 424 KB of WebAssembly only when the first secret is used, not at startup.
  const { default: sodium } = await import("libsodium-wrappers");
  await sodium.ready;
  try {
    const opened = sodium.crypto_box_seal_open(
      Buffer.from(sealed, "base64"),
      Buffer.from(keys.publicKey, "base64"),
      Buffer.from(keys.privateKey, "base64"),
    );
    return new Secret(Buffer.from(opened).toString("utf8"));
  } catch {
    return undefined;
  }
}
