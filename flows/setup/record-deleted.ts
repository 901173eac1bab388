import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { AppGone } from "../../src/plane/setup/app-gone.ts";
import { goneStep } from "../../src/plane/setup/journal-steps.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { ControlLocation } from "../shared/control-location.ts";

/** Records in the journal that an App was deleted, so that the next run offers to replace it. */
export async function noteGone<T>(
  { recordValue }: Pick<FlowContext, "recordValue">,
  location: ControlLocation & { readonly role: AppRole },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppGone) await recordValue(goneStep(location, error.clientId), true);
    throw error;
  }
}
