import { type Keychain } from "../../../src/credentials/keychain/keychain.ts";
import { KeychainUnavailable } from "../../../src/credentials/keychain/keychain-unavailable.ts";
import type { Secret } from "../../../src/shared/secret.ts";

export interface FakeKeychain extends Keychain {
  readonly held: Map<string, Secret>;
  /** Locks the keychain: it neither finds, deletes nor stores keys. */
  lock(): void;
  unlock(): void;
}

/** Creates a keychain in memory that outlives a run of the flow. */
export function fakeKeychain(): FakeKeychain {
  const held = new Map<string, Secret>();
  let isLocked = false;
  return {
    held,
    lock: () => {
      isLocked = true;
    },
    unlock: () => {
      isLocked = false;
    },
    store: (account, secret) => {
      if (isLocked) return Promise.reject(new KeychainUnavailable("it is locked"));
      held.set(account, secret);
      return Promise.resolve();
    },
    find: (account) => Promise.resolve(isLocked ? undefined : held.get(account)),
    drop: (account) => Promise.resolve(!isLocked && held.delete(account)),
  };
}
