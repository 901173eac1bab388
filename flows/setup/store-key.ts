import type { FlowContext } from "../../src/asking/flow-context.ts";
import { readPrivateKey } from "../../src/credentials/apps/private-key.ts";
import { appRecords } from "../../src/credentials/records.ts";
import { commandLine } from "../../src/control/command-line.ts";
import { titleOf } from "../../src/control/setup/describe-plan.ts";
import { heldStep, storedStep } from "../../src/control/setup/journal-steps.ts";
import { holdAccount } from "../../src/control/setup/unsaved-keys.ts";
import type { HeldKey, UnsavedKey } from "../../src/control/setup/unsaved-keys.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { insist, unsavedStopHint } from "../shared/insist.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/**
 * Stores both halves at once after the key is there: until then it lives in memory only.
 * @throws Incomplete when the person has the keychain hold the key instead
 */
export async function storeKey(
  context: FlowContext,
  deps: SetUpDeps,
  unsaved: UnsavedKey,
): Promise<void> {
  const { role, app, key } = unsaved;
  await insist(
    context,
    {
      id: `${role}-store`,
      otherWays: [
        {
          value: "hold",
          label: "Hold the key in this machine's keychain, and stop",
          hint: "The next run stores it and takes it out of the keychain.",
        },
      ],
      take: () => hold(context, deps, unsaved),
      stopHint: unsavedStopHint,
    },
    () =>
      context.step(storeStepOf(deps, unsaved), () =>
        context.ask.progress(
          {
            id: `${role}-storing`,
            title: `Storing ${appRecords[role].secret} and ${appRecords[role].variable}`,
          },
          async (_, signal) => {
            await deps.storeCredential({ role, clientId: app.clientId, key }, signal);
            return true as const;
          },
        ),
      ),
  );
}

/** Stores a key again although the journal says that it was: somebody may have stored another one since. */
export async function storeKeyAnew(
  context: FlowContext,
  deps: SetUpDeps,
  unsaved: UnsavedKey,
): Promise<void> {
  await context.reset(storeStepOf(deps, unsaved));
  return storeKey(context, deps, unsaved);
}

function storeStepOf(deps: SetUpDeps, { role, app, key }: UnsavedKey): StepKey<true> {
  const reading = readPrivateKey(key);
  return storedStep({ ...deps, role }, app.clientId, reading.ok ? reading.fingerprint : "");
}

async function hold(context: FlowContext, deps: SetUpDeps, unsaved: UnsavedKey): Promise<never> {
  const account = holdAccount(deps, unsaved);
  await insist(context, { id: `${unsaved.role}-hold`, stopHint: unsavedStopHint }, () =>
    context.step(heldStep({ ...deps, role: unsaved.role }), async (): Promise<HeldKey> => {
      await deps.keychain.hold(account, unsaved.key);
      return { account, app: unsaved.app };
    }),
  );
  throw new Incomplete(`The key of the ${titleOf(unsaved.role)} is held in the keychain.`, [
    {
      say: "When the forge takes secrets again, continue",
      command: commandLine("setup", deps),
    },
  ]);
}
