import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { keychainStep } from "../../src/plane/setup/journal-steps.ts";
import type { KeychainKey } from "../../src/plane/setup/unsaved-keys.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { UserError } from "../../src/shared/errors.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type KeychainDeps = Pick<SetUpDeps, "keychain">;

/** Takes a key that is stored, or not wanted any more, out of the keychain; says so when it stays there. */
export async function deleteKeychainCopy(
  { ask, restore, reset }: Pick<FlowContext, "ask" | "restore" | "reset">,
  deps: ControlPlace & KeychainDeps,
  role: AppRole,
): Promise<void> {
  const step = keychainStep({ ...deps, role });
  const held = restore(step);
  if (!held) return;
  await dropKeychainKey(ask, deps, { role, held });
  await reset(step);
}

/** The same for the key of an App that was replaced. It goes only when the new App's key is held and known. */
export async function letGoOfReplacedKey(
  ask: Pick<Prompter, "note">,
  deps: KeychainDeps,
  { role, held }: Dropping,
): Promise<void> {
  const whose = `${held.app.slug ?? held.app.clientId}, the ${titleOf(role)} before this one`;
  await dropKeychainKey(ask, deps, { role, held, whose });
}

interface Dropping {
  readonly role: AppRole;
  readonly held: KeychainKey;
  /** In words that follow "the key of": the App's, unless told. */
  readonly whose?: string;
}

/** The same where the journal is not to forget it. */
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
    id: `${role}-held-stays`,
    title: `The keychain may still hold the key of ${whose}: it did not let go of it.`,
    body: [`Delete it there yourself: service "gatehouse", account "${held.account}".`],
  });
}
