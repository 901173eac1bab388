import sodium from "libsodium-wrappers";
import type { Secret } from "../../src/shared/secret.ts";

/**
 * Encrypts a secret as a libsodium sealed box, which only the forge can open. Import this file
 * lazily: the library takes longer to load than the rest of the CLI.
 * @param publicKey base64, as returned by the forge
 */
export async function sealSecret(value: Secret, publicKey: string): Promise<string> {
  await sodium.ready;
  const key = sodium.from_base64(publicKey, sodium.base64_variants.ORIGINAL);
  const box = sodium.crypto_box_seal(value.reveal(), key);
  return sodium.to_base64(box, sodium.base64_variants.ORIGINAL);
}
