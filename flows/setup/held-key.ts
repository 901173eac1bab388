import type { FlowContext } from "../../src/asking/run-flow.ts";
import type { AppRole } from "../../src/credentials/ceilings.ts";
import { heldStep } from "../../src/setup/journal-steps.ts";
import type { HeldKey } from "../../src/setup/unsaved-keys.ts";
import { titleOf } from "../../src/setup/describe.ts";
import type { AppWithKey } from "./make-app.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/** Finds the key that an earlier run left in the operating system's keychain. */
export async function findHeldKey(
  context: FlowContext,
  deps: SetUpDeps,
  role: AppRole,
): Promise<AppWithKey | undefined> {
  const held = context.recall<HeldKey>(heldStep({ ...deps, role }));
  if (!held) return undefined;
  const key = await context.read(`held ${held.account}`, () =>
    context.ask.progress(
      { id: `${role}-held`, title: "Asking the keychain for the held key" },
      () => deps.keychain.find(held.account),
    ),
  );
  if (key) return { app: held.app, key, isNew: false };
  await context.ask.note({
    id: `${role}-held-gone`,
    title: `The keychain does not give the key of the ${titleOf(role)}.`,
    body: ["It may be locked, or the key was taken out. The App needs a new key then."],
  });
  return undefined;
}

/** Takes a stored key out of the keychain again. */
export async function letGoOfHeldKey(
  context: FlowContext,
  deps: SetUpDeps,
  role: AppRole,
): Promise<void> {
  const id = heldStep({ ...deps, role });
  const held = context.recall<HeldKey>(id);
  if (!held) return;
  await deps.keychain.drop(held.account);
  await context.reset(id);
}
