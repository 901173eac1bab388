import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { AppToken } from "../../src/compiler/engine/engine.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { EngineDeps } from "./engine-deps.ts";

/**
 * Verifies that a key belongs to the App that the pipeline names. If the API cannot be reached, the
 * key is accepted unverified only after an explicit confirmation.
 * @throws UserError if the key belongs to a different App; Cancelled if the operator stops
 */
export async function verifyKey(
  { ask }: Pick<FlowContext, "ask">,
  { verifyAppKey }: Pick<EngineDeps, "verifyAppKey">,
  { app, key }: { readonly app: AppToken; readonly key: Secret },
): Promise<void> {
  for (;;) {
    const verdict = await ask.progress(
      { id: "app-key-verifying", title: `Verifying the key of App ${app.appId}` },
      (_, signal) => verifyAppKey(app, { key, signal }),
    );
    if (verdict.kind === "verified") return;
    const { error } = verdict;
    if (verdict.kind === "refused" || error instanceof Cancelled) throw error;
    const way = await ask.failure<"again" | "unverified" | "stop">({
      id: "app-key-unverified",
      title: "Store the key unverified?",
      error: { message: error.message, hints: error.hints },
      options: [
        { value: "again", label: "Verify again" },
        { value: "unverified", label: "Store it unverified", hint: "it may be another App's key" },
        { value: "stop", label: "Stop here", hint: "the key is not stored" },
      ],
    });
    if (way === "unverified") return;
    if (way === "stop") throw new Cancelled("The key could not be verified. It is not stored.");
  }
}
