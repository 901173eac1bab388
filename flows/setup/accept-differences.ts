import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { describeOpenness } from "../../src/plane/setup/app-openness.ts";
import type { AppDifference, AppOpenness } from "../../src/plane/setup/app-openness.ts";
import { describeDifferences } from "../../src/plane/setup/compare-app.ts";
import type { KnownApp, MadeApp } from "../../src/plane/setup/credential-state.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { appSettingsLink } from "../../src/forge/web-links.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { proveKey } from "./prove-key.ts";
import type { ProofDeps } from "./prove-key.ts";
import type { AppSubject } from "./app-subject.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export interface AppWithKey {
  readonly app: KnownApp;
  readonly key: Secret;
  /** Whether this run made it. */
  readonly isNew: boolean;
}

export type AcceptDeps = ProofDeps & Pick<SetUpDeps, "visibilityOf">;
type SeenApp = Pick<MadeApp, "clientId" | "slug" | "permissions" | "events">;

/**
 * An App is taken only with exactly its ceiling, private and without a webhook: the forge's page lets a person change
 * what we asked for.
 */
export async function acceptDifferences(
  context: Pick<FlowContext, "ask" | "vault">,
  deps: AcceptDeps,
  { role, ready, made }: AppSubject & { made: MadeApp },
): Promise<AppWithKey> {
  const key = context.vault.require(made.keyId);
  const subject = { role, ready, key, isBrought: made.isBrought };
  let app: SeenApp = made;
  for (;;) {
    const differences = await findDifferences(context, deps, { ...subject, app });
    if (differences.length === 0) return { app, key, isNew: !made.isBrought };
    const pages = new Map(differences.map(({ mend }) => [mend.link, mend]));
    const way = await context.ask.failure<"look-again" | "stop">({
      id: `${role}-differences`,
      title: "Mend the App on its settings page, then look again",
      error: {
        message: `The App is not as it was asked for: ${differences.map(({ say }) => say).join("; ")}.`,
        hints: [...pages.values()],
      },
      options: [
        { value: "look-again", label: "Look again", hint: "I mended it there, and saved it" },
        { value: "stop", label: "Stop here", hint: "the App stays; a rerun comes back to this" },
      ],
    });
    if (way === "stop")
      throw new Cancelled("The App is not as it was asked for. Nothing was stored.");
    app = await proveKey(context, deps, { role, ready, clientId: made.clientId, key });
  }
}

interface Compared extends AppSubject {
  readonly app: SeenApp;
  readonly key: Secret;
  readonly isBrought: boolean;
}

async function findDifferences(
  context: Pick<FlowContext, "ask">,
  deps: AcceptDeps,
  compared: Compared,
): Promise<AppDifference[]> {
  const { app, role, ready, isBrought } = compared;
  const { account } = ready;
  const { slug = "" } = app;
  const mend = {
    say: "Permissions & events of the App",
    link: `${appSettingsLink(deps.profile, account, slug)}/permissions`,
  };
  const differences = describeDifferences(app, role).map(({ say }) => ({ say, mend }));
  // What our manifest asks for in this, the forge's page lets nobody change; and a new key is not known at once.
  if (!isBrought) return differences;
  const openness = await readOpenness(context, deps, compared);
  const place = { profile: deps.profile, account, slug };
  return [...differences, ...describeOpenness(openness, place)];
}

async function readOpenness(
  { ask }: Pick<FlowContext, "ask">,
  deps: AcceptDeps,
  { role, ready, app, key }: Compared,
): Promise<AppOpenness> {
  const { clientId, slug = "" } = app;
  const title = `Looking who may install the ${titleOf(role)}, and where its events go`;
  const openness = await ask.progress({ id: `${role}-openness`, title }, async () => ({
    visibility: await deps.visibilityOf(slug),
    hookAddress: await deps.appClient(clientId, key).hookAddress(),
  }));
  if (openness.visibility !== "public" && openness.visibility !== "private") {
    await ask.note({
      id: `${role}-openness-unseen`,
      title: `Whether the ${titleOf(role)} is public could not be seen.`,
      body: ["The forge tells somebody who is not signed in nothing. Its Advanced page shows it:"],
      link: `${appSettingsLink(deps.profile, ready.account, slug)}/advanced`,
    });
  }
  return openness;
}
