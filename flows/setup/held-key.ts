import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/ceilings.ts";
import type { KnownApp } from "../../src/control/setup/credential-state.ts";
import { heldStep } from "../../src/control/setup/journal-steps.ts";
import { titleOf } from "../../src/control/setup/describe-plan.ts";
import { UserError } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { insist } from "../shared/insist.ts";
import { acceptDifferences } from "./accept-differences.ts";
import type { AppWithKey } from "./make-app.ts";
import { proveKey } from "./prove-key.ts";
import type { AppSubject } from "./set-up-credential.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/**
 * Takes the key that an earlier run left in the operating system's keychain, proved like any other key that is
 * brought.
 */
export function takeHeldKey(
  context: FlowContext,
  deps: SetUpDeps,
  subject: AppSubject,
): Promise<AppWithKey | undefined> {
  const { role } = subject;
  return insist(
    context,
    {
      id: `${role}-held`,
      otherWays: [
        { value: "let-go", label: "Let go of the held key", hint: "The App needs a new one then." },
      ],
      take: () => letGoOfHeldKey(context, deps, role),
    },
    async () => {
      const held = await findHeldKey(context, deps, role);
      if (!held) return undefined;
      const { key, app } = held;
      const proved = await proveKey(context, deps, { ...subject, clientId: app.clientId, key });
      const made = { ...proved, keyId: context.keeper.keep(key) };
      return acceptDifferences(context, deps, { ...subject, made, isNew: false });
    },
  );
}

async function findHeldKey(
  context: FlowContext,
  deps: SetUpDeps,
  role: AppRole,
): Promise<{ app: KnownApp; key: Secret } | undefined> {
  const held = context.recall(heldStep({ ...deps, role }));
  if (!held) return undefined;
  const key = await context.ask.progress(
    { id: `${role}-held`, title: "Asking the keychain for the held key" },
    () => deps.keychain.find(held.account),
  );
  if (key) return { app: held.app, key };
  await context.ask.note({
    id: `${role}-held-gone`,
    title: `The keychain does not give the key of the ${titleOf(role)}.`,
    body: ["It may be locked, or the key was taken out. The App needs a new key then."],
  });
  return undefined;
}

/** Takes a key that is stored, or not wanted any more, out of the keychain; says so when it stays there. */
export async function letGoOfHeldKey(
  context: FlowContext,
  deps: SetUpDeps,
  role: AppRole,
): Promise<void> {
  const step = heldStep({ ...deps, role });
  const held = context.recall(step);
  if (!held) return;
  const isGone = await deps.keychain.drop(held.account).catch((error: unknown) => {
    if (error instanceof UserError) return false;
    throw error;
  });
  if (!isGone) {
    await context.ask.note({
      id: `${role}-held-stays`,
      title: `The keychain may still hold the key of the ${titleOf(role)}: it did not let go of it.`,
      body: [`Delete it there yourself: service "gatehouse", account "${held.account}".`],
    });
  }
  await context.reset(step);
}
