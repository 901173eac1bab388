import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { nameApp, slugOf } from "../../src/plane/setup/app-name.ts";
import type { CredentialState, KnownApp } from "../../src/plane/setup/credential-state.ts";
import { goneStep, madeStep, namedStep } from "../../src/plane/setup/journal-steps.ts";
import { evaluateStoredApp } from "../../src/plane/setup/evaluate-stored-app.ts";
import type { StoredAppVerdict } from "../../src/plane/setup/evaluate-stored-app.ts";
import { installationsOf } from "../../src/plane/repository/installations-of.ts";
import { otherRole } from "../../src/credentials/apps/app-role.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { AppSubject } from "./app-subject.ts";
import { appLookup } from "./read-credential-state.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export type FindStoredDeps = ControlLocation &
  Pick<SetUpDeps, "appNames" | "findApp" | "visibilityOf" | "listInstallations">;
type Looking = Pick<FlowContext, "read" | "restore">;
type Pair = Extract<CredentialState, { state: "pair" }>;

/**
 * Checks whether the App of a stored pair still exists. A visible installation proves that it does.
 * If no installation is visible, looks up the App by name. If the name is not found either, looks
 * for another App of the owner.
 */
export async function findStoredApp(
  context: Looking,
  deps: FindStoredDeps,
  { role, ready, pair }: AppSubject & { pair: Pair },
): Promise<StoredAppVerdict> {
  const { clientId } = pair;
  const app = pair.app ?? { clientId, slug: undefined };
  const installations = await context.read("installations", () => deps.listInstallations());
  const facts = {
    app,
    isFoundGone: context.restore(goneStep({ ...deps, role }, clientId)) ?? false,
    account: ready.account.login,
    installations,
    isOwner: ready.isOwner,
  };
  const isListed = installations && installationsOf(app, installations).length > 0;
  const named = isListed ? undefined : await findNamed(context, deps, { role, app });
  const isSeen = isListed || named !== undefined || app.slug === undefined;
  const witness = isSeen ? undefined : await findWitness(context, deps, { role, ready });
  return evaluateStoredApp({ ...facts, named, witness });
}

/**
 * Discards the cached lookups and the journal entry about the App's deletion, so that the next
 * check reads everything again.
 */
export async function readAgain(
  { restore, reset }: Pick<FlowContext, "restore" | "reset">,
  deps: FindStoredDeps,
  { role, pair }: Pick<AppSubject, "role"> & { pair: Pair },
): Promise<void> {
  await reset(goneStep({ ...deps, role }, pair.clientId));
  await reset("installations");
  for (const slug of namesOf({ restore }, deps, { role, app: pair.app }))
    await reset(appLookup(slug));
}

interface Named {
  readonly role: AppSubject["role"];
  readonly app: KnownApp | undefined;
}

async function findNamed(context: Looking, deps: FindStoredDeps, named: Named) {
  let isRefused = false;
  for (const slug of namesOf(context, deps, named)) {
    const found = await context.read(appLookup(slug), () => deps.findApp(slug));
    if (found && found !== "refused") return found;
    isRefused ||= found === "refused";
  }
  return isRefused ? "refused" : undefined;
}

/**
 * Returns the App's own name or, if unknown, the names that setup has recorded or would propose.
 */
function namesOf(
  { restore }: Pick<FlowContext, "restore">,
  deps: FindStoredDeps,
  { role, app }: Named,
): Iterable<string> {
  if (app?.slug !== undefined) return [app.slug];
  const planned = deps.appNames[role] ?? nameApp(deps.repository, role);
  const begun = restore(namedStep({ ...deps, role })) ?? planned;
  return new Set([slugOf(begun), slugOf(planned)]);
}

/**
 * Returns one of the owner's private Apps, if this account can see any. A public App is visible to
 * everyone, so it does not show what the account can see.
 */
async function findWitness(
  { read, restore }: Looking,
  deps: FindStoredDeps,
  { role, ready }: Pick<AppSubject, "role" | "ready">,
): Promise<string | undefined> {
  const slug = restore(madeStep({ ...deps, role: otherRole(role) }))?.slug;
  if (slug === undefined) return undefined;
  const found = await read(appLookup(slug), () => deps.findApp(slug));
  if (found === undefined || found === "refused") return undefined;
  const isOurs = found.owner.toLowerCase() === ready.account.login.toLowerCase();
  return isOurs && (await deps.visibilityOf(slug)) === "private" ? slug : undefined;
}
