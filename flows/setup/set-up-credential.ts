import type { FlowContext } from "../../src/asking/run-flow.ts";
import type { AppRole } from "../../src/credentials/ceilings.ts";
import { readPrivateKey } from "../../src/credentials/private-key.ts";
import { nameApp, slugOf } from "../../src/setup/app-name.ts";
import { halfReasons, judgeCredential } from "../../src/setup/credential-state.ts";
import type { CredentialState, KnownApp } from "../../src/setup/credential-state.ts";
import { titleOf } from "../../src/setup/describe.ts";
import { appSettingsLink } from "../../src/setup/forge-links.ts";
import type { Readiness } from "../../src/setup/preflight.ts";
import { madeStep } from "../../src/setup/journal-steps.ts";
import { halvesOf } from "../../src/setup/records-on-forge.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { findHeldKey, letGoOfHeldKey } from "./held-key.ts";
import { bringKey, makeApp } from "./make-app.ts";
import type { AppWithKey, MadeApp } from "./make-app.ts";
import type { SetUpDeps } from "./set-up-deps.ts";
import { storeKey } from "./store-key.ts";

export interface AppSubject {
  readonly role: AppRole;
  readonly ready: Readiness;
}

/** An App whose two halves are stored. */
export interface AppCredential {
  readonly role: AppRole;
  readonly app: KnownApp;
  /** Only in the run that made or brought it. */
  readonly key: Secret | undefined;
  /** Whether this run made the App, so that nobody can have installed it yet. */
  readonly isNew: boolean;
  /** Stores it once more, when reading back found it missing. */
  readonly storeAgain: () => Promise<void>;
}

/** Makes sure that one App exists and that both halves of its credential are stored. */
export async function setUpCredential(
  context: FlowContext,
  deps: SetUpDeps,
  subject: AppSubject,
): Promise<AppCredential> {
  const { role } = subject;
  const name = titleOf(role);
  const held = await findHeldKey(context, deps, role);
  const made = context.recall<MadeApp>(madeStep({ ...deps, role }));
  const inMemory = made && context.keeper.find(made.keyId);
  if (held || (made && inMemory)) {
    const found = held ?? { app: made as MadeApp, key: inMemory as Secret, isNew: true };
    return finish(context, deps, { subject, ...found });
  }
  const state = await readState(context, deps, subject, made);
  if (state.state === "pair") {
    const app = state.app ?? (await findByClientId(context, deps, state.clientId));
    context.mark({ name, state: "done", summary: `${nameOf(app)} · both halves are stored` });
    return { role, app, key: undefined, isNew: false, storeAgain: () => storedElsewhere(name) };
  }
  const brought =
    state.state === "none"
      ? await makeApp(context, deps, { ...subject, taken: [] })
      : await mendHalf(context, deps, subject, state);
  return finish(context, deps, { subject, ...brought });
}

async function finish(
  context: FlowContext,
  deps: SetUpDeps,
  { subject, app, key, isNew }: AppWithKey & { subject: AppSubject },
): Promise<AppCredential> {
  const { role } = subject;
  const stepId = await storeKey(context, deps, { role, app, key });
  await letGoOfHeldKey(context, deps, role);
  const reading = readPrivateKey(key);
  const fingerprint = reading.ok ? ` ${reading.fingerprint.slice(0, 15)}…` : "";
  const summary = `${nameOf(app)} · key stored${fingerprint}`;
  context.mark({ name: titleOf(role), state: "done", summary });
  const storeAgain = async () => {
    await context.reset(stepId);
    await storeKey(context, deps, { role, app, key });
  };
  return { role, app, key, isNew, storeAgain };
}

/** What is stored and known. The forge is only asked for an App of our name when nothing else knows one. */
async function readState(
  { read, ask }: FlowContext,
  deps: SetUpDeps,
  { role }: AppSubject,
  made: KnownApp | undefined,
): Promise<CredentialState> {
  const records = await read("records", () =>
    ask.progress({ id: "records", title: "Reading what is stored already" }, () =>
      deps.readRecords(),
    ),
  );
  const halves = halvesOf(records, role);
  const slug = slugOf(deps.appNames[role] ?? nameApp(deps.repository, role));
  const isComplete = halves.clientId !== undefined && halves.hasKey;
  const named =
    made || isComplete ? undefined : await read(`app ${slug}`, () => deps.findApp(slug));
  const isOurs = named?.owner.toLowerCase() === deps.repository.owner.toLowerCase();
  return judgeCredential({ halves, made, named: isOurs ? named : undefined });
}

type HalfState = Extract<CredentialState, { state: "half" }>;

/** Half a pair: nothing happens silently. */
async function mendHalf(
  context: FlowContext,
  deps: SetUpDeps,
  subject: AppSubject,
  { because, app }: HalfState,
): Promise<AppWithKey> {
  const { role, ready } = subject;
  const link = app?.slug && appSettingsLink(deps.profile, ready.account, app.slug);
  const way = await context.ask.failure<"new-key" | "replace" | "stop">({
    id: `${role}-half`,
    title: `What shall happen to the ${titleOf(role)}?`,
    error: {
      message: halfReasons[because],
      hints: app && link ? [{ say: `See ${nameOf(app)}`, link }] : [],
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
  return makeApp(context, deps, { ...subject, taken: app?.slug ? [app.slug] : [] });
}

async function findByClientId(
  { read }: FlowContext,
  deps: SetUpDeps,
  clientId: string,
): Promise<KnownApp> {
  const installations = await read("installations", () => deps.listInstallations());
  const found = installations?.find((installation) => installation.clientId === clientId);
  return { clientId, slug: found?.appSlug };
}

/** What the screens call one App. */
function nameOf({ slug, clientId }: KnownApp): string {
  return slug ?? `App ${clientId}`;
}

function storedElsewhere(name: string): Promise<never> {
  return Promise.reject(
    new Cancelled(
      `The ${name}'s record was changed by somebody else during this run. Run setup again.`,
    ),
  );
}
