import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { keychainStep } from "../../src/plane/setup/journal-steps.ts";
import type { KeychainKey } from "../../src/plane/setup/unsaved-keys.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { UserError } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type KeychainDeps = Pick<SetUpDeps, "keychain">;

/**
 * Deletes the keychain copy of a key that is already stored or no longer wanted, and reports if the
 * copy could not be deleted.
 */
export async function deleteKeychainCopy(
  { ask, restore, reset }: Pick<FlowContext, "ask" | "restore" | "reset">,
  deps: ControlLocation & KeychainDeps,
  role: AppRole,
): Promise<void> {
  const step = keychainStep({ ...deps, role });
  const held = restore(step);
  if (!held) return;
  await dropKeychainKey(ask, deps, { role, held });
  await reset(step);
}

/**
 * Deletes the key of an App that was replaced. Called only after the new App's key is in the
 * keychain and recorded.
 */
export async function deleteReplacedCopy(
  ask: Pick<Prompter, "note">,
  deps: KeychainDeps,
  { role, held }: Dropping,
): Promise<void> {
  const whose = `${held.app.slug ?? held.app.clientId} (the previous ${titleOf(role)})`;
  await dropKeychainKey(ask, deps, { role, held, whose });
}

interface Dropping {
  readonly role: AppRole;
  readonly held: KeychainKey;
  /** The App, worded to follow "the key of" (default: the App of the role). */
  readonly whose?: string;
}

/** Deletes a key from the keychain but leaves the journal unchanged. */
export async function dropKeychainKey(
  ask: Pick<Prompter, "note">,
  { keychain }: KeychainDeps,
  { role, held, whose = `the ${titleOf(role)}` }: Dropping,
): Promise<void> {
  const isGone = await keychain.drop(held.account).catch((error: unknown) => {
    if (error instanceof UserError) return false;
    throw error;
  });
  if (isGone) return;
  await ask.note({
    id: `${role}-keychain-kept`,
    title: `Could not delete the key of ${whose} from the keychain.`,
    body: [
      `The keychain may still contain the key. Delete the key yourself: service "gatehouse", account "${held.account}".`,
    ],
  });
}
