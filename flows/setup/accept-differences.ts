import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { describeOpenness } from "../../src/plane/setup/app-openness.ts";
import type { AppDifference, AppOpenness } from "../../src/plane/setup/app-openness.ts";
import { describeDifferences } from "../../src/plane/setup/compare-app.ts";
import type { KnownApp, MadeApp } from "../../src/plane/setup/credential-state.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { appSettingsLink, permissionsLink } from "../../src/forge/web-links.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { proveKey } from "./prove-key.ts";
import type { ProofDeps } from "./prove-key.ts";
import type { AppSubject } from "./app-subject.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export interface AppWithKey {
  readonly app: KnownApp;
  readonly key: Secret;
  /** Whether this run created the App. */
  readonly isNew: boolean;
}

export type AcceptDeps = ProofDeps & Pick<SetUpDeps, "visibilityOf">;
type SeenApp = Pick<MadeApp, "clientId" | "slug" | "permissions" | "events">;

/**
 * Accepts an App only if its permissions match its ceiling exactly, it is private, and it does not
 * use a webhook. The registration page lets a user change the requested values.
 */
export async function acceptDifferences(
  context: Pick<FlowContext, "ask" | "vault">,
  deps: AcceptDeps,
  { role, ready, ceiling, made }: AppSubject & { made: MadeApp },
): Promise<AppWithKey> {
  const key = context.vault.require(made.keyId);
  const subject = { role, ready, ceiling, key, isProvided: made.isProvided };
  let app: SeenApp = made;
  for (;;) {
    const differences = await findDifferences(context, deps, { ...subject, app });
    if (differences.length === 0) return { app, key, isNew: !made.isProvided };
    const pages = new Map(differences.map(({ fix }) => [fix.link, fix]));
    const way = await context.ask.failure<"check-again" | "stop">({
      id: `${role}-differences`,
      title: "Fix the App on its settings page, then check again",
      error: {
        message: `The App differs from the plan: ${differences.map(({ text }) => text).join("; ")}.`,
        hints: [...pages.values()],
      },
      options: [
        {
          value: "check-again",
          label: "Check again",
          hint: "after you have saved the fixed settings",
        },
        { value: "stop", label: "Stop here", hint: "the App remains; the next run resumes here" },
      ],
    });
    if (way === "stop") throw new Cancelled("The App differs from the plan. Nothing was stored.");
    app = await proveKey(context, deps, { role, ready, clientId: made.clientId, key });
  }
}

interface Compared extends AppSubject {
  readonly app: SeenApp;
  readonly key: Secret;
  readonly isProvided: boolean;
}

async function findDifferences(
  context: Pick<FlowContext, "ask">,
  deps: AcceptDeps,
  compared: Compared,
): Promise<AppDifference[]> {
  const { app, ready, ceiling, isProvided } = compared;
  const { account } = ready;
  const { slug = "" } = app;
  const fix = {
    text: "Open the App's permissions and events",
    link: permissionsLink(deps.profile, account, slug),
  };
  const differences = describeDifferences(app, ceiling).map(({ text }) => ({ text, fix }));
  // Skips the visibility and webhook of a new App: the operator cannot change them on the
  // registration page, and GitHub does not accept the new key immediately.
  if (!isProvided) return differences;
  const openness = await readOpenness(context, deps, compared);
  const location = { profile: deps.profile, account, slug };
  return [...differences, ...describeOpenness(openness, location)];
}

async function readOpenness(
  { ask }: Pick<FlowContext, "ask">,
  deps: AcceptDeps,
  { role, ready, app, key }: Compared,
): Promise<AppOpenness> {
  const { clientId, slug = "" } = app;
  const title = `Checking the ${titleOf(role)}'s visibility and webhook`;
  const openness = await ask.progress({ id: `${role}-openness`, title }, async () => ({
    visibility: await deps.visibilityOf(slug),
    hookAddress: await deps.appClient(clientId, key).hookAddress(),
  }));
  if (openness.visibility !== "public" && openness.visibility !== "private") {
    await ask.note({
      id: `${role}-openness-unseen`,
      title: `Could not check whether the ${titleOf(role)} is public.`,
      body: [
        "Only signed-in users can see whether an App is public. Check the App's Advanced page:",
      ],
      link: `${appSettingsLink(deps.profile, ready.account, slug)}/advanced`,
    });
  }
  return openness;
}
