import { recallFrom } from "../asking/recall-from.ts";
import { findSetUpProofs } from "../control/setup/set-up-proofs.ts";
import type { SetUpProofs } from "../control/setup/set-up-proofs.ts";
import { openFlowJournal } from "./flow-journal.ts";
import type { FlowPlace } from "./flow-journal.ts";

/** What the setup on this machine left behind; the journal of another machine's is not here. */
export async function readSetUpProofs(
  env: NodeJS.ProcessEnv,
  place: Omit<FlowPlace, "flow">,
): Promise<SetUpProofs> {
  const journal = await openFlowJournal(env, { ...place, flow: "setup" });
  return findSetUpProofs(recallFrom(journal), place);
}
