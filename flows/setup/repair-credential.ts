import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Option } from "../../src/prompts/prompter.ts";
import { halfReasons } from "../../src/plane/setup/credential-state.ts";
import type { CredentialState, KnownApp } from "../../src/plane/setup/credential-state.ts";
import { nameOf } from "../../src/plane/setup/credential-state.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { appSettingsLink, appsPage } from "../../src/forge/web-links.ts";
import { madeStep, namedStep, registeredStep } from "../../src/plane/setup/journal-steps.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import type { Hint } from "../../src/shared/errors.ts";
import type { AppWithKey } from "./accept-differences.ts";
import type { AppSubject } from "./app-subject.ts";
import { provideKey } from "./provide-key.ts";
import { makeApp } from "./make-app.ts";
import type { MakeDeps } from "./make-app.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export type HalfDeps = MakeDeps & Pick<SetUpDeps, "findApp">;
type HalfState = Extract<CredentialState, { state: "half" }>;

/**
 * Asks how to repair an incomplete credential instead of repairing it silently.
 * @returns "stored" if the operator uses the stored pair; records of any other App are then
 *   discarded
 */
export async function repairCredential(
  context: FlowContext,
  deps: HalfDeps,
  subject: AppSubject,
  half: HalfState,
): Promise<AppWithKey | "stored"> {
  const { role, ready } = subject;
  const { reason, app } = half;
  const way = await context.ask.failure<"take-stored" | "new-key" | "replace" | "stop">({
    id: `${role}-incomplete`,
    title: `What should happen to the ${titleOf(role)}?`,
    facts: [
      ...(app ? [{ name: "App", text: nameOf(app) }] : []),
      ...("stored" in half ? [{ name: "Stored", text: half.stored }] : []),
    ],
    error: {
      message: halfReasons[reason],
      hints: [seeApp(deps, ready, app)],
    },
    options: [
      ...offerStored(half),
      {
        value: "new-key",
        label: "Provide a new key",
        hint: "the App and its installation remain",
      },
      {
        value: "replace",
        label: "Replace with a new App",
        hint: "you delete the old App on its settings page",
      },
      { value: "stop", label: "Stop here", hint: "nothing changes" },
    ],
  });
  if (way === "stop")
    throw new Cancelled(`The ${titleOf(role)} was not changed: ${halfReasons[reason]}`);
  if (way === "new-key") return provideKey(context, deps, { ...subject, app });
  await context.reset(madeStep({ ...deps, role }));
  await context.reset(registeredStep({ ...deps, role }));
  if (way === "take-stored") {
    await context.reset(namedStep({ ...deps, role }));
    return "stored";
  }
  const { slug } = app ?? {};
  // The name of a deleted App is available again. If the lookup is refused, the registration page
  // shows whether the name is in use.
  const found = slug === undefined ? undefined : await deps.findApp(slug);
  const isThere = found !== undefined && found !== "refused";
  return makeApp(context, deps, { ...subject, taken: slug !== undefined && isThere ? [slug] : [] });
}

/**
 * Offers to use the stored pair: another user may have replaced the App on another machine, so the
 * stored pair may be newer than the journal.
 */
function offerStored(half: HalfState): Option<"take-stored">[] {
  if (half.reason !== "id-of-another-app") return [];
  return [
    {
      value: "take-stored",
      label: "Use the stored App",
      hint: "if another run replaced the App; verifies it",
    },
  ];
}

function seeApp(
  { profile }: Pick<HalfDeps, "profile">,
  { account }: Readiness,
  app: KnownApp | undefined,
): Hint {
  return app?.slug === undefined
    ? { text: `Check the Apps of ${account.login}`, link: appsPage(profile, account) }
    : { text: `Check ${nameOf(app)}`, link: appSettingsLink(profile, account, app.slug) };
}
