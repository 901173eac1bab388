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
import type { ControlPlace } from "../shared/control-place.ts";
import { keyLost } from "./key-lost.ts";
import { dropKeychainKey, letGoOfReplacedKey } from "./delete-keychain-copy.ts";

export type HoldDeps = ControlPlace & Pick<SetUpDeps, "keychain">;

interface Offer {
  readonly deps: HoldDeps;
  readonly journal: Journal;
  readonly key: UnsavedKey;
}

/**
 * Offers the keychain for a key that would be lost, and again while the keychain does not take it.
 * @returns what to say of a key that is let go
 */
export async function offerToHold(
  prompter: Prompter,
  offer: Offer,
): Promise<Incomplete | undefined> {
  const { deps, journal, key } = offer;
  const { role, app } = key;
  const restoreHeld = () => restoreFrom(journal)(keychainStep({ ...deps, role }));
  const before = restoreHeld();
  let isWanted = await askToHold(prompter, key);
  while (isWanted) {
    const failure = await hold(offer);
    if (!failure) {
      const isReplaced = before && before.app.clientId !== app.clientId;
      if (isReplaced) await letGoOfReplacedKey(prompter, deps, { role, held: before });
      return undefined;
    }
    isWanted = await askAgain(prompter, key, failure);
  }
  const held = restoreHeld();
  // By a journal that the disk did not take: no later run would know of it.
  if (held?.app.clientId === app.clientId) await dropKeychainKey(prompter, deps, { role, held });
  return keyLost(deps, key);
}

/** Answers what the person can mend. */
async function hold({ deps, journal, key }: Offer): Promise<UserError | undefined> {
  const account = keychainAccount(deps, key);
  const { role, app } = key;
  try {
    await deps.keychain.hold(account, key.key);
    await recordIn(journal, keychainStep({ ...deps, role }), { account, app });
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

function askToHold(prompter: Prompter, { role, app, store }: UnsavedKey): Promise<boolean> {
  const question = {
    id: `${role}-hold-on-stop`,
    title: "Hold the key until the next run?",
    weight: "read first" as const,
    facts: [
      { name: "App", text: `${app.slug ?? app.clientId}; it was made` },
      {
        name: "Its key",
        text: store
          ? "is in memory; it is unknown whether the forge has it as well"
          : "is in memory only, and stored nowhere",
      },
      { name: "Yes", text: "this machine's keychain holds it; the next run stores it" },
      {
        name: "No",
        text: store
          ? `if the forge does not have it, the ${titleOf(role)} needs a new one from its settings page`
          : `it is lost: the ${titleOf(role)} needs a new one from its settings page`,
      },
    ],
    yes: "Yes, hold it",
    no: "No, let it go",
  };
  return yesOnly(() => prompter.confirm(question, { canGoBack: false }));
}

function askAgain(
  prompter: Prompter,
  { role, store }: UnsavedKey,
  error: UserError,
): Promise<boolean> {
  const question = {
    id: `${role}-hold-again`,
    title: "The keychain could not store the key. What next?",
    error,
    options: [
      { value: "again", label: "Try to hold it again" },
      {
        value: "stop",
        label: "Let it go",
        hint: store
          ? "lost, unless the forge has it"
          : `lost: the ${titleOf(role)} needs a new one`,
      },
    ],
  } as const;
  return yesOnly(
    async () =>
      (await prompter.failure<"again" | "stop">(question, { canGoBack: false })) === "again",
  );
}

/** A second Ctrl-C, or nobody to answer, is a no: the keychain is used on an explicit yes only. */
async function yesOnly(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof UserError || error instanceof Back) return false;
    throw error;
  }
}
