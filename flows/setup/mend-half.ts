import type { FlowContext } from "../../src/asking/flow-context.ts";
import { halfReasons } from "../../src/control/setup/credential-state.ts";
import type { CredentialState, KnownApp } from "../../src/control/setup/credential-state.ts";
import { nameOf } from "../../src/control/setup/credential-state.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { appSettingsLink, appsPage } from "../../src/forge/web-links.ts";
import { madeStep, registeredStep } from "../../src/control/setup/journal-steps.ts";
import type { Readiness } from "../../src/control/setup/preflight.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import type { Hint } from "../../src/shared/errors.ts";
import type { AppWithKey } from "./accept-differences.ts";
import type { AppSubject } from "./app-subject.ts";
import { bringKey } from "./bring-key.ts";
import { makeApp } from "./make-app.ts";
import type { MakeDeps } from "./make-app.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export type HalfDeps = MakeDeps & Pick<SetUpDeps, "findApp">;
type HalfState = Extract<CredentialState, { state: "half" }>;

/** Half a pair: nothing happens silently. */
export async function mendHalf(
  context: FlowContext,
  deps: HalfDeps,
  subject: AppSubject,
  { because, app }: HalfState,
): Promise<AppWithKey> {
  const { role, ready } = subject;
  const way = await context.ask.failure<"new-key" | "replace" | "stop">({
    id: `${role}-half`,
    title: `What shall happen to the ${titleOf(role)}?`,
    error: {
      message: halfReasons[because],
      hints: [seeApp(deps, ready, app)],
    },
    options: [
      {
        value: "new-key",
        label: "Bring a new key for the same App",
        hint: "You make it on the App's settings page; the App and its installation stay.",
      },
      {
        value: "replace",
        label: "Replace the App by a new one",
        hint: "You delete the old App on its settings page.",
      },
      { value: "stop", label: "Stop", hint: "Nothing is changed." },
    ],
  });
  if (way === "stop")
    throw new Cancelled(`The ${titleOf(role)} is as it was: ${halfReasons[because]}`);
  if (way === "new-key") return bringKey(context, deps, { ...subject, app });
  await context.reset(madeStep({ ...deps, role }));
  await context.reset(registeredStep({ ...deps, role }));
  const { slug } = app ?? {};
  // Deleted already, it has left its name free; where nobody may look, the forge's page tells.
  const found = slug === undefined ? undefined : await deps.findApp(slug);
  const isThere = found !== undefined && found !== "refused";
  return makeApp(context, deps, { ...subject, taken: slug !== undefined && isThere ? [slug] : [] });
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
