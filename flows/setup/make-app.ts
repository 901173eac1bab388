import type { FlowContext } from "../../src/asking/flow-context.ts";
import { appNameLimit, checkAppName, nameApp, slugOf } from "../../src/control/setup/app-name.ts";
import type { KnownApp, MadeApp } from "../../src/control/setup/credential-state.ts";
import { listTicks, titleOf } from "../../src/control/setup/describe-plan.ts";
import { filledRegistrationLink } from "../../src/control/setup/manifest.ts";
import { appSettingsLink } from "../../src/forge/web-links.ts";
import { madeStep, namedStep } from "../../src/control/setup/journal-steps.ts";
import type { AppRequest } from "../../src/control/setup/manifest.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { acceptDifferences } from "./accept-differences.ts";
import { enterKey } from "./enter-key.ts";
import { insist } from "../shared/insist.ts";
import { proveKey } from "./prove-key.ts";
import { registerInBrowser } from "./register-in-browser.ts";
import type { AppSubject } from "./set-up-credential.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export interface AppWithKey {
  readonly app: KnownApp;
  readonly key: Secret;
  /** Whether this run made it. */
  readonly isNew: boolean;
}

/** Makes a new App: in the browser from a manifest, or by the operator's own hand. */
export async function makeApp(
  context: FlowContext,
  deps: SetUpDeps,
  subject: AppSubject & { taken: readonly string[] },
): Promise<AppWithKey> {
  const { role } = subject;
  const name = deps.appNames[role] ?? (await askName(context, deps, subject));
  const how = await askHow(context, subject);
  await rememberName(context, deps, subject, name);
  const request: AppRequest = { profile: deps.profile, repository: deps.repository, role, name };
  if (how === "by-hand") return makeByHand(context, deps, { ...subject, request });
  const made = await registerInBrowser(context, deps, { ...subject, request });
  return acceptDifferences(context, deps, { ...subject, made, isNew: true });
}

/** A run that ends after this may leave an App of this name behind; the next one has to look for it. */
async function rememberName(
  context: FlowContext,
  deps: SetUpDeps,
  { role }: AppSubject,
  name: string,
): Promise<void> {
  await context.remember(namedStep({ ...deps, role }), name);
  await context.reset(appLookUp(name));
}

/** The id of a look-up of an App by its name. */
export function appLookUp(name: string): string {
  return `app ${slugOf(name)}`;
}

/** Brings a key of an App that exists, after proof that it is that App's. */
export async function bringKey(
  context: FlowContext,
  deps: SetUpDeps,
  subject: AppSubject & { app: KnownApp | undefined },
): Promise<AppWithKey> {
  const { role, app, ready } = subject;
  const clientId = app?.clientId ?? (await askClientId(context, subject));
  const slug = app?.slug;
  await context.ask.disclose({
    id: `${role}-new-key`,
    title: `A new key for ${slug ?? clientId}`,
    body: [
      "Open the App's settings page, scroll to Private keys, and press Generate a private key.",
      "The browser downloads a file; delete it when setup has stored the key.",
      ...(slug === undefined ? [] : ["", appSettingsLink(deps.profile, ready.account, slug)]),
    ],
    proceed: "I have the key",
  });
  const made = await enterProvedKey(context, deps, { ...subject, clientId });
  await context.remember(madeStep({ ...deps, role }), made);
  return acceptDifferences(context, deps, { ...subject, made, isNew: false });
}

async function makeByHand(
  context: FlowContext,
  deps: SetUpDeps,
  subject: AppSubject & { request: AppRequest },
): Promise<AppWithKey> {
  const { role, request, ready } = subject;
  await context.ask.disclose({
    id: `${role}-by-hand`,
    title: `Make the ${titleOf(role)} by hand`,
    body: [
      "This page is filled in already:",
      filledRegistrationLink(request, ready.account),
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

async function enterProvedKey(
  context: FlowContext,
  deps: SetUpDeps,
  subject: AppSubject & { clientId: string },
): Promise<MadeApp> {
  return insist(context, { id: `${subject.role}-key-proof` }, async () => {
    const keyId = await enterKey(context, deps, subject.role);
    const key = context.keeper.require(keyId);
    const { clientId, slug, permissions, events } = await proveKey(context, deps, {
      ...subject,
      key,
    });
    return { clientId, slug, permissions, events, keyId };
  });
}

function askClientId({ ask }: FlowContext, { role }: AppSubject): Promise<string> {
  return ask.text({
    id: `${role}-client-id`,
    title: `Client ID of the ${titleOf(role)}:`,
    placeholder: "Iv23li…",
    why: "It stands at the top of the App's settings page. It is not secret.",
    check: (text) =>
      /^[\w.]{4,40}$/.test(text.trim())
        ? undefined
        : "A client ID is one word, such as Iv23liAbCdEf.",
  });
}

function askHow({ ask }: FlowContext, { role }: AppSubject): Promise<"browser" | "by-hand"> {
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
  { ask, recall }: FlowContext,
  { repository, profile }: SetUpDeps,
  { role, taken }: AppSubject & { taken: readonly string[] },
): Promise<string> {
  const plain = recall(namedStep({ profile, repository, role })) ?? nameApp(repository, role);
  const initial = taken.includes(slugOf(plain)) ? `${plain.slice(0, appNameLimit - 2)}-2` : plain;
  return ask.text({
    id: `${role}-app-name`,
    title: `Name of the ${titleOf(role)}:`,
    initial,
    check: (text) =>
      checkAppName(text) ??
      (taken.includes(slugOf(text)) ? "The App that is replaced has this name." : undefined),
    why: `Names of Apps are unique on all of ${profile.host}. Should this one be taken, the forge's page says so and lets you change it.`,
  });
}
