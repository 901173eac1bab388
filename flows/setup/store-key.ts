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
import type { ControlPlace } from "../shared/control-place.ts";
import { retryWithOperator, unsavedStopHint } from "../shared/retry-with-operator.ts";
import { letGoOfReplacedKey } from "./delete-keychain-copy.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export type StoreDeps = ControlPlace & Pick<SetUpDeps, "storeCredential" | "keychain">;

/**
 * Stores both halves at once after the key is there: until then it lives in memory only.
 * @throws Incomplete when the person has the keychain hold the key instead
 */
export async function storeKey(
  context: FlowContext,
  deps: StoreDeps,
  unsaved: UnsavedKey,
): Promise<void> {
  const { role, app, key } = unsaved;
  const toHold = {
    value: "hold",
    label: "Hold it in the keychain",
    hint: "stops here; the next run stores it",
  } as const;
  // What fails after that is the journal.
  let isStored = false;
  await retryWithOperator(
    context,
    {
      id: `${role}-store`,
      otherWays: () => (isStored ? [] : [toHold]),
      take: () => hold(context, deps, unsaved),
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

/** Stores a key again although the journal says that it was: somebody may have stored another one since. */
export async function storeKeyAnew(
  context: FlowContext,
  deps: StoreDeps,
  unsaved: UnsavedKey,
): Promise<void> {
  await context.reset(storedStepOf(deps, unsaved));
  return storeKey(context, deps, unsaved);
}

/** The step that keeps that this key is stored. */
export function storedStepOf(place: ControlPlace, { role, app, key }: UnsavedKey): StepKey<true> {
  return storedStep({ ...place, role }, app.clientId, fingerprintKey(key));
}

/** @throws Incomplete once the keychain holds the key */
async function hold(context: FlowContext, deps: StoreDeps, unsaved: UnsavedKey): Promise<never> {
  const { role, app, key } = unsaved;
  const account = keychainAccount(deps, unsaved);
  const step = keychainStep({ ...deps, role });
  const before = context.restore(step);
  await retryWithOperator(context, { id: `${role}-hold`, stopHint: unsavedStopHint }, async () => {
    await deps.keychain.hold(account, key);
    await context.remember(step, { account, app });
  });
  const isReplaced = before && before.account !== account;
  if (isReplaced) await letGoOfReplacedKey(context.ask, deps, { role, held: before });
  throw new Incomplete(`The key of the ${titleOf(role)} is held in the keychain.`, [
    {
      say: "When the forge takes secrets again, continue",
      command: commandLine("setup", deps),
    },
  ]);
}
