import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { CredentialState, KnownApp } from "../../src/plane/setup/credential-state.ts";
import {
  goneStep,
  installedStep,
  keyDateStep,
  madeStep,
  registeredStep,
  repositoriesStep,
} from "../../src/plane/setup/journal-steps.ts";
import type { StoredAppVerdict } from "../../src/plane/setup/evaluate-stored-app.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { appsPage } from "../../src/forge/web-links.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { AppWithKey } from "./accept-differences.ts";
import type { AppSubject } from "./app-subject.ts";
import { provideKey } from "./provide-key.ts";
import { findStoredApp, readAgain } from "./find-stored-app.ts";
import type { FindStoredDeps } from "./find-stored-app.ts";
import { makeApp } from "./make-app.ts";
import type { MakeDeps } from "./make-app.ts";

export type StoredDeps = FindStoredDeps & MakeDeps;
export type FoundApp = { readonly stored: KnownApp } | { readonly provided: AppWithKey };

type Pair = Extract<CredentialState, { state: "pair" }>;
type Missing = Extract<StoredAppVerdict, { state: "missing" }>;

/**
 * Returns the App of a stored pair. If the App seems to be deleted, the operator decides what to
 * do.
 */
export async function findOrReplace(
  context: FlowContext,
  deps: StoredDeps,
  subject: AppSubject & { pair: Pair },
): Promise<FoundApp> {
  const { role, pair } = subject;
  for (;;) {
    const verdict = await findStoredApp(context, deps, subject);
    if (verdict.state === "there") await context.reset(goneStep({ ...deps, role }, pair.clientId));
    if (verdict.state !== "missing") return { stored: verdict.app };
    const way = await askAboutMissing(context, deps, subject, verdict);
    if (way === "stop") {
      throw new Cancelled(`The ${titleOf(role)} was not found. Nothing was changed.`);
    }
    if (way === "check-again") await readAgain(context, deps, { role, pair });
    else if (way === "replace") return { provided: await replace(context, deps, subject) };
    else return { provided: await provide(context, deps, subject, verdict) };
  }
}

function askAboutMissing(
  { ask }: Pick<FlowContext, "ask">,
  { profile }: StoredDeps,
  { role, ready }: AppSubject,
  { seen, successor }: Missing,
) {
  const { account } = ready;
  const name = titleOf(role);
  return ask.failure<"check-again" | "new-key" | "replace" | "stop">({
    id: `${role}-missing`,
    title: `What should happen to the ${name}?`,
    facts: successor?.slug === undefined ? [] : [{ name: "Found", text: successor.slug }],
    error: {
      message: `The ${name}, whose client ID and key are stored, was not found. It may have been deleted or renamed. ${seen.join(" ")}`,
      hints: [{ text: `Check the Apps of ${account.login}`, link: appsPage(profile, account) }],
    },
    options: [
      { value: "check-again", label: "Check again", hint: "finds the App if it is installed" },
      {
        value: "new-key",
        label: "Provide the App's key",
        hint: "if the App exists; verifies and stores the key",
      },
      {
        value: "replace",
        label: "Create a new App",
        hint: "if the App was deleted; stores new ID and key",
      },
      { value: "stop", label: "Stop here", hint: "nothing changes" },
    ],
  });
}

/** Creates a new App. The records of the old App no longer count, in this run or a later one. */
async function replace(
  context: FlowContext,
  deps: StoredDeps,
  subject: AppSubject & { pair: Pair },
): Promise<AppWithKey> {
  const { role, pair } = subject;
  await context.recordValue(goneStep({ ...deps, role }, pair.clientId), true);
  await forgetApp(context, deps, { role, clientId: pair.clientId });
  return makeApp(context, deps, { ...subject, taken: [] });
}

async function provide(
  context: FlowContext,
  deps: StoredDeps,
  subject: AppSubject & { pair: Pair },
  { successor }: Missing,
): Promise<AppWithKey> {
  const { role, pair } = subject;
  const { clientId } = pair;
  const app = successor ?? pair.app ?? { clientId, slug: undefined };
  const provided = await provideKey(context, deps, { ...subject, app });
  if (successor) await forgetApp(context, deps, { role, clientId });
  return provided;
}

async function forgetApp(
  { restore, reset }: Pick<FlowContext, "restore" | "reset">,
  deps: ControlLocation,
  { role, clientId }: Pick<AppSubject, "role"> & { clientId: string },
): Promise<void> {
  const location = { ...deps, role };
  const control = [deps.repository.full];
  const lists = [control, restore(repositoriesStep(location)) ?? control];
  for (const list of lists) await reset(installedStep(location, clientId, list));
  await reset(keyDateStep(location, clientId));
  if (restore(madeStep(location))?.clientId === clientId) await reset(madeStep(location));
  await reset(registeredStep(location));
}
