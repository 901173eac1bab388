import { createPrivateKey, type KeyObject } from "node:crypto";
import type { EmulatorOptions } from "../../emulator/emulator.ts";
import { makeAppKey } from "../../emulator/state/app-keys.ts";
import { Secret } from "../../src/shared/secret.ts";
import { readPool, type KeyPool } from "./key-pool.ts";

let found: KeyPool | undefined;
const pool = () => (found ??= readPool());

let taken = 0;
let given = 0;

/** An RSA 2048 key that no forge has, and none of the last seven calls. */
export function claimKey(): KeyObject {
  const { ofTests } = pool();
  const key = ofTests[taken++ % ofTests.length];
  if (!key) throw new Error("The pool has no keys for tests.");
  return createPrivateKey(key.pem);
}

/** The RSA 4096 key: the same for each who asks. */
export function claimLargeKey(): KeyObject {
  return createPrivateKey(pool().large.pem);
}

/** The keys of one forge: out of the pool, each once, and then made as the forge makes them itself. */
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
