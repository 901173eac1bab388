import { Secret } from "../../shared/secret.ts";
import { askHelper, defaultHelperPath, type HelperOptions } from "./helper/ask-helper.ts";
import { KeychainUnavailable } from "./keychain-unavailable.ts";
import { joinPieces, pieceAccounts, splitSecret } from "./helper/pieces.ts";
import type { Outcome, Step } from "./helper/protocol.ts";

/**
 * The operating system's keychain, for a key that could not be stored where it belongs.
 * Accounts are names like `host/owner/repository/role`. Each method throws KeychainUnavailable.
 */
export interface Keychain {
  /** Stores a secret, in place of an earlier one, and reads it back. */
  hold(account: string, secret: Secret): Promise<void>;
  /** `undefined`: it is not stored, or, on Linux, the keychain is locked; these two look the same. */
  find(account: string): Promise<Secret | undefined>;
  /** Deletes a secret. `false`: there was none, or, on Linux, the keychain is locked. */
  drop(account: string): Promise<boolean>;
}

export interface KeychainOptions extends Partial<HelperOptions> {}

export function openKeychain(options: KeychainOptions = {}): Keychain {
  const { service = "gatehouse", limitSeconds = 5, helperPath = defaultHelperPath() } = options;
  const take = (steps: Step<Secret>[]) => askHelper(steps, { service, limitSeconds, helperPath });

  return {
    async hold(account, secret) {
      const outcomes = await take([...drops(account), ...sets(account, secret), ...gets(account)]);
      const kept = readValue(outcomes.slice(-gets(account).length));
      if (!kept?.equals(secret)) throw new KeychainUnavailable("it did not keep what it was given");
    },
    find: async (account) => readValue(await take(gets(account))),
    drop: async (account) => (await take(drops(account)))[0] === true,
  };
}

function gets(account: string): Step<Secret>[] {
  return pieceAccounts(account).map((name) => ({ do: "get", account: name }));
}

/** The first piece goes first: what is left when this is cut short is not found any more. */
function drops(account: string): Step<Secret>[] {
  return pieceAccounts(account).map((name) => ({ do: "delete", account: name }));
}

/** The first piece goes last: a value that was stored in part is not found. */
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
