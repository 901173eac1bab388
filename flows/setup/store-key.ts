import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { fingerprintKey } from "../../src/credentials/apps/private-key.ts";
import { appRecords } from "../../src/credentials/records.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { keychainStep, storedStep } from "../../src/plane/setup/journal-steps.ts";
import { keychainAccount } from "../../src/plane/setup/unsaved-keys.ts";
import type { UnsavedKey } from "../../src/plane/setup/unsaved-keys.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator, unsavedStopHint } from "../shared/retry-with-operator.ts";
import { deleteReplacedCopy } from "./delete-keychain-copy.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export type StoreDeps = ControlLocation & Pick<SetUpDeps, "storeCredential" | "keychain">;

/**
 * Stores the client ID and the key together. Until then, the key is only in memory.
 * @throws Incomplete if the operator keeps the key in the keychain instead
 */
export async function storeKey(
  context: FlowContext,
  deps: StoreDeps,
  unsaved: UnsavedKey,
): Promise<void> {
  const { role, app, key } = unsaved;
  const toKeep = {
    value: "keychain",
    label: "Keep it in the keychain",
    hint: "setup stops; the next run stores the key",
  } as const;
  // After the key is stored, a failure can affect only the journal, so the keychain is no longer
  // offered.
  let isStored = false;
  await retryWithOperator(
    context,
    {
      id: `${role}-store`,
      otherWays: () => (isStored ? [] : [toKeep]),
      perform: () => keepInKeychain(context, deps, unsaved),
      stopHint: () => (isStored ? "the key is stored" : unsavedStopHint),
    },
    () =>
      context.step(storedStepOf(deps, unsaved), () =>
        context.ask.progress(
          {
            id: `${role}-storing`,
            title: `Storing ${appRecords[role].secret} and ${appRecords[role].variable}`,
            mustEnd: true,
          },
          async (_, signal) => {
            await deps.storeCredential({ role, clientId: app.clientId, key }, signal);
            isStored = true;
            return true as const;
          },
        ),
      ),
  );
}

/**
 * Stores a key again even if the journal records it as stored, because a different key may have
 * been stored since then.
 */
export async function storeKeyAgain(
  context: FlowContext,
  deps: StoreDeps,
  unsaved: UnsavedKey,
): Promise<void> {
  await context.reset(storedStepOf(deps, unsaved));
  return storeKey(context, deps, unsaved);
}

/** Returns the step that records that this key is stored. */
export function storedStepOf(
  location: ControlLocation,
  { role, app, key }: UnsavedKey,
): StepKey<true> {
  return storedStep({ ...location, role }, app.clientId, fingerprintKey(key));
}

/** @throws Incomplete after the key was stored in the keychain */
async function keepInKeychain(
  context: FlowContext,
  deps: StoreDeps,
  unsaved: UnsavedKey,
): Promise<never> {
  const { role, app, key } = unsaved;
  const account = keychainAccount(deps, unsaved);
  const step = keychainStep({ ...deps, role });
  const before = context.restore(step);
  await retryWithOperator(
    context,
    { id: `${role}-keychain`, stopHint: unsavedStopHint },
    async () => {
      await deps.keychain.store(account, key);
      await context.record(step, { account, app });
    },
  );
  const isReplaced = before && before.account !== account;
  if (isReplaced) await deleteReplacedCopy(context.ask, deps, { role, held: before });
  throw new Incomplete(`The ${titleOf(role)}'s key is still in the keychain.`, [
    {
      text: "Run setup again when secrets can be stored",
      command: commandLine("setup", deps),
    },
  ]);
}
