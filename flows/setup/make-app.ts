import type { FlowContext } from "../../src/asking/flow-context.ts";
import { appNameLimit, checkAppName, nameApp, slugOf } from "../../src/control/setup/app-name.ts";
import { listTicks } from "../../src/control/setup/describe-plan.ts";
import { otherRole, titleOf } from "../../src/credentials/apps/app-role.ts";
import { namedStep } from "../../src/control/setup/journal-steps.ts";
import { filledRegistrationLink } from "../../src/control/setup/manifest.ts";
import type { AppRequest } from "../../src/control/setup/manifest.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import { acceptDifferences } from "./accept-differences.ts";
import type { AppWithKey } from "./accept-differences.ts";
import type { AppSubject } from "./app-subject.ts";
import { bringKey } from "./bring-key.ts";
import type { BringDeps } from "./bring-key.ts";
import { findTaken, requireFreeName } from "./free-name.ts";
import type { NameDeps, TakenName } from "./free-name.ts";
import { appLookUp } from "./read-credential-state.ts";
import { registerInBrowser } from "./register-in-browser.ts";
import type { RegistrationDeps } from "./register-in-browser.ts";

export type MakeDeps = BringDeps & RegistrationDeps & NameDeps;

/** Makes a new App: in the browser from a manifest, or by the operator's own hand. */
export async function makeApp(
  context: FlowContext,
  deps: MakeDeps,
  subject: AppSubject & { taken: readonly string[] },
): Promise<AppWithKey> {
  const { role } = subject;
  await requireFreeName(deps, role);
  const name = deps.appNames[role] ?? (await askName(context, deps, subject));
  const how = await askHow(context, subject);
  await rememberName(context, deps, { role, name });
  const appRequest: AppRequest = { profile: deps.profile, repository: deps.repository, role, name };
  if (how === "by-hand") return makeByHand(context, deps, { ...subject, appRequest });
  const made = await registerInBrowser(context, deps, { ...subject, appRequest });
  return acceptDifferences(context, deps, { ...subject, made });
}

/** A run that ends after this may leave an App of this name behind; the next one has to look for it. */
async function rememberName(
  { remember, reset }: Pick<FlowContext, "remember" | "reset">,
  place: ControlPlace,
  { role, name }: Pick<AppRequest, "role" | "name">,
): Promise<void> {
  await remember(namedStep({ ...place, role }), name);
  await reset(appLookUp(name));
}

async function makeByHand(
  context: FlowContext,
  deps: BringDeps,
  subject: AppSubject & { appRequest: AppRequest },
): Promise<AppWithKey> {
  const { role, appRequest, ready } = subject;
  await context.ask.disclose({
    id: `${role}-by-hand`,
    title: `Make the ${titleOf(role)} by hand`,
    body: [
      "This page is filled in already:",
      filledRegistrationLink(appRequest, ready.account),
      "",
      "Check there: Webhook is not active; only on this account; and exactly these permissions:",
      ...listTicks(role).map((tick) => `  ${tick}`),
      "",
      "Create the App, note its Client ID, and generate a private key.",
    ],
    proceed: "I have the client ID and the key",
  });
  return bringKey(context, deps, { ...subject, app: undefined });
}

function askHow(
  { ask }: Pick<FlowContext, "ask">,
  { role }: Pick<AppSubject, "role">,
): Promise<"browser" | "by-hand"> {
  return ask.choose({
    id: `${role}-app-how`,
    title: `How is the ${titleOf(role)} made?`,
    options: [
      {
        value: "browser",
        label: "In the browser, filled in for you",
        hint: "One button on the forge's page.",
      },
      {
        value: "by-hand",
        label: "By hand",
        hint: "You fill in the form, and bring the client ID and a key.",
      },
    ],
    initial: "browser",
    why: "The browser way hands the key straight to this program. By hand it passes through a file that the forge makes you download.",
  });
}

function askName(
  { ask, recall }: Pick<FlowContext, "ask" | "recall">,
  deps: NameDeps,
  { role, taken }: Pick<AppSubject, "role"> & { taken: readonly string[] },
): Promise<string> {
  const { repository, profile } = deps;
  const plain = recall(namedStep({ profile, repository, role })) ?? nameApp(repository, role);
  const other = otherRole(role);
  const others = recall(namedStep({ profile, repository, role: other }));
  const initial = taken.includes(slugOf(plain)) ? `${plain.slice(0, appNameLimit - 2)}-2` : plain;
  return ask.text({
    id: `${role}-app-name`,
    title: `Name of the ${titleOf(role)}:`,
    initial,
    check: (text) =>
      checkAppName(text) ??
      (taken.includes(slugOf(text)) ? "The App that is replaced has this name." : undefined) ??
      (others !== undefined && slugOf(others) === slugOf(text)
        ? `The ${titleOf(other)} has this name: no two Apps have one.`
        : undefined),
    look: async (text) => {
      const found = await findTaken(deps, text);
      return found && sayTaken(found);
    },
    why: `Names of Apps are unique on all of ${profile.host}. Should somebody take this one meanwhile, the forge's page says so and lets you change it. To take an App of yours that has its name already, say --${role}-app-name.`,
  });
}

function sayTaken({ because, free }: TakenName): string {
  return free === undefined ? `${because}.` : `${because}. "${free}" is free.`;
}
