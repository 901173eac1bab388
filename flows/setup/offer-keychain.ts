import type { SetUpDeps } from "./set-up-deps.ts";
import type { Journal } from "../../src/prompts/journal.ts";
import { Back } from "../../src/prompts/prompter.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { restoreFrom, recordIn } from "../../src/prompts/restore-from.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { keychainStep } from "../../src/plane/setup/journal-steps.ts";
import { keychainAccount } from "../../src/plane/setup/unsaved-keys.ts";
import type { UnsavedKey } from "../../src/plane/setup/unsaved-keys.ts";
import { UserError } from "../../src/shared/errors.ts";
import type { Incomplete } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { keyLost } from "./key-lost.ts";
import { dropKeychainKey, deleteReplacedCopy } from "./delete-keychain-copy.ts";

export type OfferDeps = ControlLocation & Pick<SetUpDeps, "keychain">;

interface Offer {
  readonly deps: OfferDeps;
  readonly journal: Journal;
  readonly key: UnsavedKey;
}

/**
 * Offers to keep a key in the keychain if it would otherwise be lost. Asks again as long as the
 * keychain cannot store the key.
 * @returns the error for a key that is discarded
 */
export async function offerKeychain(
  prompter: Prompter,
  offer: Offer,
): Promise<Incomplete | undefined> {
  const { deps, journal, key } = offer;
  const { role, app } = key;
  const restoreKey = () => restoreFrom(journal)(keychainStep({ ...deps, role }));
  const before = restoreKey();
  let isWanted = await askToKeep(prompter, key);
  while (isWanted) {
    const failure = await keepInKeychain(offer);
    if (!failure) {
      const isReplaced = before && before.app.clientId !== app.clientId;
      if (isReplaced) await deleteReplacedCopy(prompter, deps, { role, held: before });
      return undefined;
    }
    isWanted = await askAgain(prompter, key, failure);
  }
  const held = restoreKey();
  // The journal entry could not be saved to disk, so no later run would find the key.
  if (held?.app.clientId === app.clientId) await dropKeychainKey(prompter, deps, { role, held });
  return keyLost(deps, key);
}

/**
 * Keeps the key in the keychain. Returns the error if this fails for a reason that the operator can
 * fix.
 */
async function keepInKeychain({ deps, journal, key }: Offer): Promise<UserError | undefined> {
  const account = keychainAccount(deps, key);
  const { role, app } = key;
  try {
    await deps.keychain.store(account, key.key);
    await recordIn(journal, keychainStep({ ...deps, role }), { account, app });
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

function askToKeep(prompter: Prompter, { role, app, store }: UnsavedKey): Promise<boolean> {
  const question = {
    id: `${role}-keychain-on-stop`,
    title: "Keep the key in the keychain until the next run?",
    weight: "read first" as const,
    facts: [
      { name: "App", text: `${app.slug ?? app.clientId}, already created` },
      {
        name: "Key",
        text: store
          ? "in memory; it is unknown whether it is also stored"
          : "in memory only, not stored",
      },
      { name: "Yes", text: "keep it in this machine's keychain; the next run stores it" },
      {
        name: "No",
        text: store
          ? `unless it is already stored, the ${titleOf(role)} needs a new key from its settings page`
          : `the key is lost: the ${titleOf(role)} needs a new one from its settings page`,
      },
    ],
    yes: "Yes, keep it",
    no: "No, discard it",
  };
  return yesOnly(() => prompter.confirm(question, { canGoBack: false }));
}

function askAgain(
  prompter: Prompter,
  { role, store }: UnsavedKey,
  error: UserError,
): Promise<boolean> {
  const question = {
    id: `${role}-keychain-again`,
    title: "The keychain could not store the key. What next?",
    error,
    options: [
      { value: "again", label: "Try again" },
      {
        value: "stop",
        label: "Discard the key",
        hint: store
          ? "lost, unless it is already stored"
          : `lost: the ${titleOf(role)} needs a new key`,
      },
    ],
  } as const;
  return yesOnly(
    async () =>
      (await prompter.failure<"again" | "stop">(question, { canGoBack: false })) === "again",
  );
}

/**
 * Treats a second Ctrl-C or a missing operator as a no: the keychain is used only after an explicit
 * yes.
 */
async function yesOnly(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof UserError || error instanceof Back) return false;
    throw error;
  }
}
