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
 * Half a pair: nothing happens silently.
 * @returns "stored" when the person takes the pair that is stored; what was known of another App is forgotten then
 */
export async function repairCredential(
  context: FlowContext,
  deps: HalfDeps,
  subject: AppSubject,
  half: HalfState,
): Promise<AppWithKey | "stored"> {
  const { role, ready } = subject;
  const { because, app } = half;
  const way = await context.ask.failure<"take-stored" | "new-key" | "replace" | "stop">({
    id: `${role}-half`,
    title: `What shall happen to the ${titleOf(role)}?`,
    facts: [
      ...(app ? [{ name: "App", text: nameOf(app) }] : []),
      ...("stored" in half ? [{ name: "Stored", text: half.stored }] : []),
    ],
    error: {
      message: halfReasons[because],
      hints: [seeApp(deps, ready, app)],
    },
    options: [
      ...offerStored(half),
      {
        value: "new-key",
        label: "Bring a new key",
        hint: "the App and its installation stay",
      },
      {
        value: "replace",
        label: "Replace it by a new App",
        hint: "you delete the old one on its settings page",
      },
      { value: "stop", label: "Stop here", hint: "nothing is changed" },
    ],
  });
  if (way === "stop")
    throw new Cancelled(`The ${titleOf(role)} is as it was: ${halfReasons[because]}`);
  if (way === "new-key") return provideKey(context, deps, { ...subject, app });
  await context.reset(madeStep({ ...deps, role }));
  await context.reset(registeredStep({ ...deps, role }));
  if (way === "take-stored") {
    await context.reset(namedStep({ ...deps, role }));
    return "stored";
  }
  const { slug } = app ?? {};
  // Deleted already, it has left its name free; where nobody may look, the forge's page tells.
  const found = slug === undefined ? undefined : await deps.findApp(slug);
  const isThere = found !== undefined && found !== "refused";
  return makeApp(context, deps, { ...subject, taken: slug !== undefined && isThere ? [slug] : [] });
}

/** Somebody may have replaced the App on another machine: what is stored is then newer than what is known here. */
function offerStored(half: HalfState): Option<"take-stored">[] {
  if (half.because !== "id-of-another-app") return [];
  return [
    {
      value: "take-stored",
      label: "Take the stored App",
      hint: "it was replaced elsewhere; the pair is proved",
    },
  ];
}

function seeApp(
  { profile }: Pick<HalfDeps, "profile">,
  { account }: Readiness,
  app: KnownApp | undefined,
): Hint {
  return app?.slug === undefined
    ? { say: `See the Apps of ${account.login}`, link: appsPage(profile, account) }
    : { say: `See ${nameOf(app)}`, link: appSettingsLink(profile, account, app.slug) };
}
