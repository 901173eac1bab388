import { createPrivateKey, type KeyObject } from "node:crypto";
import type { EmulatorOptions } from "../../emulator/emulator.ts";
import { makeAppKey } from "../../emulator/state/app-keys.ts";
import { Secret } from "../../src/shared/secret.ts";
import { readPool, type KeyPool } from "./key-pool.ts";

let found: KeyPool | undefined;
const pool = () => (found ??= readPool());

let taken = 0;
let given = 0;

/** Returns an RSA 2048 key that no forge uses, and that differs from the last seven. */
export function claimKey(): KeyObject {
  const { ofTests } = pool();
  const key = ofTests[taken++ % ofTests.length];
  if (!key) throw new Error("The pool has no keys for tests.");
  return createPrivateKey(key.pem);
}

/** Returns the RSA 4096 key, which is the same for every caller. */
export function claimLargeKey(): KeyObject {
  return createPrivateKey(pool().large.pem);
}

/**
 * Returns the key generator of a forge. It uses each key of the pool once, and then generates keys
 * like the forge itself.
 */
export function keysOfForge(): NonNullable<EmulatorOptions["makeKey"]> {
  const own = new Set<string>();
  return () => {
    const { ofForges } = pool();
    const key = ofForges[given++ % ofForges.length];
    if (!key || own.has(key.publicKey)) return makeAppKey();
    own.add(key.publicKey);
    return Promise.resolve({ publicKey: key.publicKey, pem: new Secret(key.pem) });
  };
}
