import type { FlowContext } from "../../src/asking/flow-context.ts";
import { describeDifferences } from "../../src/control/setup/compare-app.ts";
import type { KnownApp, MadeApp } from "../../src/control/setup/credential-state.ts";
import { appSettingsLink } from "../../src/forge/web-links.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { proveKey } from "./prove-key.ts";
import type { ProofDeps } from "./prove-key.ts";
import type { AppSubject } from "./app-subject.ts";

export interface AppWithKey {
  readonly app: KnownApp;
  readonly key: Secret;
  /** Whether this run made it. */
  readonly isNew: boolean;
}

/** An App is taken only with exactly its ceiling: the forge's page lets a person change what we asked for. */
export async function acceptDifferences(
  context: Pick<FlowContext, "ask" | "keeper">,
  deps: ProofDeps,
  { role, ready, made, isNew }: AppSubject & { made: MadeApp; isNew: boolean },
): Promise<AppWithKey> {
  const key = context.keeper.require(made.keyId);
  let app: Pick<MadeApp, "clientId" | "slug" | "permissions" | "events"> = made;
  for (;;) {
    const differences = describeDifferences(app, role);
    if (differences.length === 0) return { app, key, isNew };
    const way = await context.ask.failure<"look-again" | "stop">({
      id: `${role}-differences`,
      title: "Mend the App on its settings page, then look again",
      error: {
        message: `The App is not as it was asked for: ${differences.map(({ say }) => say).join("; ")}.`,
        hints: [
          {
            say: "Permissions & events of the App",
            link: `${appSettingsLink(deps.profile, ready.account, app.slug ?? "")}/permissions`,
          },
        ],
      },
      options: [
        { value: "look-again", label: "I mended it: look again" },
        { value: "stop", label: "Stop here", hint: "The App stays; a rerun comes back to this." },
      ],
    });
    if (way === "stop")
      throw new Cancelled("The App is not as it was asked for. Nothing was stored.");
    app = await proveKey(context, deps, { role, ready, clientId: made.clientId, key });
  }
}
