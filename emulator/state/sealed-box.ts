import { createHash, generateKeyPairSync } from "node:crypto";
import { Secret } from "../../src/shared/secret.ts";
import type { BoxKeys } from "./repository.ts";

/** Makes the X25519 pair that secrets of one repository or environment are sealed for. */
export function makeBoxKeys(): BoxKeys {
  const pair = generateKeyPairSync("x25519", {
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  });
  const publicKey = pair.publicKey.subarray(-keyLength);
  // The forge names its keys by numbers of 18 digits or so, written as text.
  const keyId = createHash("sha256").update(publicKey).digest().readBigUInt64BE().toString();
  return {
    keyId,
    publicKey: publicKey.toString("base64"),
    privateKey: pair.privateKey.subarray(-keyLength).toString("base64"),
  };
}

/** Either half is the end of its DER. @see RFC 8410, 4 and 7 */
const keyLength = 32;

/** Opens a sealed box; `undefined` when it was not sealed for these keys. */
export async function openSealed(sealed: string, keys: BoxKeys): Promise<Secret | undefined> {
  // 424 KB of WebAssembly: loaded when the first secret arrives, not at start.
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
