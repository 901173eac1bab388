import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { InstallationProof } from "../../src/plane/setup/installation.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import { noteGone } from "./record-deleted.ts";
import { waitForInstallation } from "./wait-for-installation.ts";
import type { InstallSubject, InstallationDeps } from "./wait-for-installation.ts";

/**
 * `proved`: seen with the App's own key, and unchanged since. `pending`: an owner has still to approve it.
 * `unknown`: nothing could prove it.
 */
export type InstallationState = "proved" | "pending" | "unknown";

/** With the step that keeps the proof. */
export interface ProvedSubject extends InstallSubject {
  readonly proof: StepKey<InstallationProof>;
}

/** Waits for an installation with the App's own key, and keeps the proof of it. */
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
