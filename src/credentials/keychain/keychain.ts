import { Secret } from "../../shared/secret.ts";
import { askHelper, defaultHelperPath, type HelperOptions } from "./helper/ask-helper.ts";
import { KeychainUnavailable } from "./keychain-unavailable.ts";
import { joinPieces, pieceAccounts, splitSecret } from "./helper/pieces.ts";
import type { Outcome, Step } from "./helper/protocol.ts";

/**
 * The operating system's keychain, for a key that could not be stored in its intended location.
 * Accounts have names like `host/owner/repository/role`. Each method can throw KeychainUnavailable.
 */
export interface Keychain {
  /** Stores a secret, replacing any earlier value, and reads it back. */
  store(account: string, secret: Secret): Promise<void>;
  /**
   * Returns a secret; undefined if it is not stored. On Linux, a locked keychain also returns
   * undefined.
   */
  find(account: string): Promise<Secret | undefined>;
  /**
   * Deletes a secret. Returns false if there was none. On Linux, a locked keychain also returns
   * false.
   */
  drop(account: string): Promise<boolean>;
}

export interface KeychainOptions extends Partial<HelperOptions> {}

export function openKeychain(options: KeychainOptions = {}): Keychain {
  const { service = "gatehouse", limitSeconds = 5, helperPath = defaultHelperPath() } = options;
  const perform = (steps: Step<Secret>[]) =>
    askHelper(steps, { service, limitSeconds, helperPath });

  return {
    async store(account, secret) {
      const outcomes = await perform([
        ...drops(account),
        ...sets(account, secret),
        ...gets(account),
      ]);
      const kept = readValue(outcomes.slice(-gets(account).length));
      if (!kept?.equals(secret))
        throw new KeychainUnavailable("it did not store the value correctly");
    },
    find: async (account) => readValue(await perform(gets(account))),
    drop: async (account) => (await perform(drops(account)))[0] === true,
  };
}

function gets(account: string): Step<Secret>[] {
  return pieceAccounts(account).map((name) => ({ do: "get", account: name }));
}

/** Deletes the first piece first, so a partially deleted value is not found. */
function drops(account: string): Step<Secret>[] {
  return pieceAccounts(account).map((name) => ({ do: "delete", account: name }));
}

/** Stores the first piece last, so a partially stored value is not found. */
function sets(account: string, secret: Secret): Step<Secret>[] {
  const accounts = pieceAccounts(account);
  const steps = splitSecret(secret).map((value, index) => {
    return { do: "set", account: accounts[index] ?? account, value } as const;
  });
  return steps.toReversed();
}

function readValue(outcomes: readonly Outcome[]): Secret | undefined {
  return joinPieces(outcomes.map((outcome) => (outcome instanceof Secret ? outcome : undefined)));
}
