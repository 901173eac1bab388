import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { appNameLimit, checkAppName, slugOf } from "../../src/plane/setup/app-name.ts";
import { describePlan, listTicks } from "../../src/plane/setup/describe-plan.ts";
import { otherRole, titleOf } from "../../src/credentials/apps/app-role.ts";
import { namedStep } from "../../src/plane/setup/journal-steps.ts";
import { filledRegistrationLink } from "../../src/plane/setup/manifest.ts";
import type { AppRequest } from "../../src/plane/setup/manifest.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { acceptDifferences } from "./accept-differences.ts";
import type { AppWithKey } from "./accept-differences.ts";
import type { AppSubject } from "./app-subject.ts";
import { requireCreator } from "./choose-creator.ts";
import { plannedName } from "./planned-name.ts";
import { provideKey } from "./provide-key.ts";
import type { ProvideDeps } from "./provide-key.ts";
import { findInUse, requireFreeName } from "./free-name.ts";
import type { NameDeps, NameInUse } from "./free-name.ts";
import { appLookup } from "./read-credential-state.ts";
import { registerInBrowser } from "./register-in-browser.ts";
import type { RegistrationDeps } from "./register-in-browser.ts";

export type MakeDeps = ProvideDeps & RegistrationDeps & NameDeps;
/** An App to create, and the names that belong to the App that it replaces. */
type Subject = AppSubject & { readonly taken: readonly string[] };

/**
 * Creates a new App: in the browser from a manifest, or manually. If the operator is not allowed to
 * register Apps, the App can come from an owner instead.
 * @throws HandedOver if an owner creates the App later
 */
export async function makeApp(
  context: FlowContext,
  deps: MakeDeps,
  subject: Subject,
): Promise<AppWithKey> {
  const { role, ready, ceiling } = subject;
  const creator =
    subject.creator ?? (await requireCreator(context, deps, { ready, roles: [role] }));
  if (creator === "existing") return provideKey(context, deps, { ...subject, app: undefined });
  await requireFreeName(deps, role);
  const { name, how } = await planApp(context, deps, subject);
  await recordName(context, deps, { role, name });
  const { profile, repository } = deps;
  const appRequest: AppRequest = { profile, repository, role, name, ceiling };
  if (how === "by-hand") return makeByHand(context, deps, { ...subject, appRequest });
  const made = await registerInBrowser(context, deps, { ...subject, appRequest });
  return acceptDifferences(context, deps, { ...subject, made });
}

interface AppPlan {
  readonly name: string;
  readonly how: "browser" | "by-hand";
}

/**
 * Asks how to create the App. A plan that the operator has already confirmed is kept, unless its
 * name is not available.
 */
async function planApp(context: FlowContext, deps: MakeDeps, subject: Subject): Promise<AppPlan> {
  const { role, isConfirmed } = subject;
  const proposed = proposeName(context, deps, subject);
  const given = deps.appNames[role];
  const planned = given ?? proposed;
  if (isConfirmed && (await findInUse(deps, planned)) === undefined)
    return { name: planned, how: "browser" };
  await showPlan(context, deps, { ...subject, name: planned });
  const name = given ?? (await askName(context, deps, { ...subject, proposed }));
  return { name, how: await askHow(context, subject) };
}

/** Shows the plan for one App: its properties, and where its credentials are stored. */
async function showPlan(
  { ask }: Pick<FlowContext, "ask">,
  { profile, repository, appNames }: NameDeps,
  { role, ready, name, ceiling }: AppSubject & { name: string },
): Promise<void> {
  const isNameOpen = appNames[role] === undefined;
  await ask.disclose({
    id: `${role}-plan`,
    title: `Review the ${titleOf(role)} before it is created`,
    facts: describePlan({ role, profile, repository, ready, name, isNameOpen, ceiling }),
    body: ["Next, the browser opens the pages on which you create and install the App."],
    proceed: "Continue",
    why: `With two Apps, the App that reads targets can never write. If the scope lists review packages, an App requests only the permissions that they need. Nothing is created until you press the button on ${profile.brand.title}.`,
  });
}

/**
 * Records the name, because a run that stops after this point may leave an App with this name
 * behind. The next run looks for that App.
 */
async function recordName(
  { recordValue, reset }: Pick<FlowContext, "recordValue" | "reset">,
  location: ControlLocation,
  { role, name }: Pick<AppRequest, "role" | "name">,
): Promise<void> {
  await recordValue(namedStep({ ...location, role }), name);
  await reset(appLookup(name));
}

async function makeByHand(
  context: FlowContext,
  deps: ProvideDeps,
  subject: AppSubject & { appRequest: AppRequest },
): Promise<AppWithKey> {
  const { role, appRequest, ready, ceiling } = subject;
  await context.ask.disclose({
    id: `${role}-by-hand`,
    title: `Create the ${titleOf(role)} manually`,
    facts: [
      { name: "Webhook", text: "not active" },
      { name: "Installable", text: "Only on this account" },
      ...listTicks(ceiling),
    ],
    body: [
      "This page is already filled in. Check that it matches the values above:",
      filledRegistrationLink(appRequest, ready.account),
      "Press [ Create App ], note its client ID, and press [ Generate a private key ].",
    ],
    proceed: "I have the client ID and the key",
  });
  return provideKey(context, deps, { ...subject, app: undefined });
}

function askHow(
  { ask }: Pick<FlowContext, "ask">,
  { role }: Pick<AppSubject, "role">,
): Promise<AppPlan["how"]> {
  return ask.choose({
    id: `${role}-app-how`,
    name: "Created",
    title: `How should the ${titleOf(role)} be created?`,
    options: [
      {
        value: "browser",
        label: "In the browser",
        hint: "one click on a prefilled page",
      },
      {
        value: "by-hand",
        label: "Manually",
        hint: "fill in the form, then enter client ID and key",
      },
    ],
    initial: "browser",
    why: "In the browser, gatehouse receives the key directly. If you create the App manually, you download the key as a file first.",
  });
}

type Taking = Pick<AppSubject, "role"> & { readonly taken: readonly string[] };

/**
 * Returns the name that an earlier run recorded or, if there is none, the name that setup proposes.
 * If the App being replaced has that name, returns a different name.
 */
function proposeName(
  context: Pick<FlowContext, "restore">,
  deps: NameDeps,
  { role, taken }: Taking,
): string {
  const plain = plannedName(context, deps, role);
  return taken.includes(slugOf(plain)) ? `${plain.slice(0, appNameLimit - 2)}-2` : plain;
}

function askName(
  { ask, restore }: Pick<FlowContext, "ask" | "restore">,
  deps: NameDeps,
  { role, taken, proposed }: Taking & { readonly proposed: string },
): Promise<string> {
  const { repository, profile } = deps;
  const other = otherRole(role);
  const others = restore(namedStep({ profile, repository, role: other }));
  return ask.text({
    id: `${role}-app-name`,
    name: "Name",
    title: `Name of the ${titleOf(role)}:`,
    initial: proposed,
    check: (text) =>
      checkAppName(text) ??
      (taken.includes(slugOf(text)) ? "The App being replaced has this name." : undefined) ??
      (others !== undefined && slugOf(others) === slugOf(text)
        ? `The ${titleOf(other)} already has this name, and App names are unique.`
        : undefined),
    checkAsync: async (text) => {
      const found = await findInUse(deps, text);
      return found && describeNameInUse(found);
    },
    why: `App names are unique on ${profile.host}. If another user takes this name first, the page shows an error and you can change the name there. To use your own existing App, pass its name with --${role}-app-name.`,
  });
}

function describeNameInUse({ reason, free }: NameInUse): string {
  return free === undefined ? `${reason}.` : `${reason}. "${free}" is available.`;
}
