import type { FlowContext } from "../../src/asking/flow-context.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { heldStep } from "../../src/control/setup/journal-steps.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { UserError } from "../../src/shared/errors.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/** Takes a key that is stored, or not wanted any more, out of the keychain; says so when it stays there. */
export async function letGoOfHeldKey(
  { ask, recall, reset }: Pick<FlowContext, "ask" | "recall" | "reset">,
  deps: ControlPlace & Pick<SetUpDeps, "keychain">,
  role: AppRole,
): Promise<void> {
  const step = heldStep({ ...deps, role });
  const held = recall(step);
  if (!held) return;
  const isGone = await deps.keychain.drop(held.account).catch((error: unknown) => {
    if (error instanceof UserError) return false;
    throw error;
  });
  if (!isGone) {
    await ask.note({
      id: `${role}-held-stays`,
      title: `The keychain may still hold the key of the ${titleOf(role)}: it did not let go of it.`,
      body: [`Delete it there yourself: service "gatehouse", account "${held.account}".`],
    });
  }
  await reset(step);
}
