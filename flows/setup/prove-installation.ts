import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { InstallationProof } from "../../src/plane/setup/installation.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import { noteGone } from "./record-deleted.ts";
import { waitForInstallation } from "./wait-for-installation.ts";
import type { InstallSubject, InstallationDeps } from "./wait-for-installation.ts";

/**
 * `proved`: verified with the App's own key, and unchanged since. `pending`: an owner still has to
 * approve it. `unknown`: not verified.
 */
export type InstallationState = "proved" | "pending" | "unknown";

/** An installation, and the step that stores its proof. */
export interface ProvedSubject extends InstallSubject {
  readonly proof: StepKey<InstallationProof>;
}

/** Waits for an installation with the App's own key, and stores the proof. */
export async function proveInstallation(
  context: Pick<FlowContext, "ask" | "restore" | "recordValue">,
  deps: InstallationDeps,
  { proof, ...subject }: ProvedSubject & { client: AppClient },
): Promise<InstallationState> {
  if (context.restore(proof)) return "proved";
  const seen = await noteGone(context, { ...deps, role: subject.role }, () =>
    waitForInstallation(context, deps, subject),
  );
  if (seen === "pending") return "pending";
  await context.recordValue(proof, { ...seen, provedAt: deps.now().toISOString() });
  return "proved";
}
