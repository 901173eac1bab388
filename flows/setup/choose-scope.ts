import type { FlowContext } from "../../src/asking/run-flow.ts";
import { scopeFingerprint } from "../../src/control/settings-scope.ts";
import type { Settings } from "../../src/control/settings.ts";
import type { AppRole } from "../../src/credentials/ceilings.ts";
import { judgeConsent } from "../../src/credentials/consent.ts";
import type { Profile } from "../../src/credentials/profile.ts";
import type { Readiness } from "../../src/setup/preflight.ts";
import { createPat, storePat } from "../pat/set-up-pat.ts";
import { chooseProfile } from "../scope/choose-profile.ts";
import type { ChosenProfile } from "../scope/choose-profile.ts";
import { insist } from "../insist.ts";
import { describeSettings, settingsStep, tabulateSettings } from "../scope/choose-settings.ts";
import { requireEntitlement } from "../scope/confirm-entitlement.ts";
import type { ConfirmedEntitlement } from "../scope/confirm-entitlement.ts";
import { recordDecision } from "../scope/record-decision.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/** What the setup is for, as far as that is decided. */
export interface ChosenScope {
  /** Undefined when the operator decides on the scope later. */
  readonly settings: Settings | undefined;
  readonly profile: Profile;
  /** The Apps to make. */
  readonly roles: readonly AppRole[];
}

/**
 * Settings, entitlement and profile, in this order; a PAT is set up here too. An operator without a scope may have
 * both Apps made first: they cover the control repository only, until a scope approves more.
 */
export async function chooseScope(
  context: FlowContext,
  deps: SetUpDeps,
  ready: Readiness,
): Promise<ChosenScope> {
  const existing = await readExisting(context, deps);
  const what = await askWhatFor(context, existing);
  if (what === "later") {
    return { settings: undefined, profile: "app", roles: ["read", "write"] };
  }
  const settings = what === "keep" && existing ? existing : await describeSettings(context, deps);
  context.mark({ name: "Scope", state: "done", summary: describeScope(settings) });
  const entitlement = await requireEntitlement(context, deps);
  const chosen = await chooseProfile(context, deps, { settings, isOwner: ready.isOwner });
  const { profile, readApp, writeApp } = chosen.decision;
  if (chosen.agreement) await setUpPat(context, deps, { settings, entitlement, chosen });
  else await recordDecision(context, deps, { settings, choice: chosen.decision, ...entitlement });
  const roles = [...(readApp ? ["read" as const] : []), ...(writeApp ? ["write" as const] : [])];
  return { settings, profile, roles };
}

/** The checked-in settings, unless this journal's own answers made them: those are replayed instead. */
async function readExisting(context: FlowContext, deps: SetUpDeps): Promise<Settings | undefined> {
  const found = await context.read("settings", () =>
    insist(context, { id: "settings-look" }, () =>
      context.ask.progress({ id: "settings-look", title: "Looking for the checked-in scope" }, () =>
        deps.readSettings(),
      ),
    ),
  );
  const isOwn = found && context.recall(settingsStep(deps, found)) !== undefined;
  return isOwn ? undefined : found;
}

const describeNow = {
  value: "describe",
  label: "I describe its scope now",
  hint: "Then only the credentials that it needs are made.",
} as const;

/** One question whatever is checked in, so that a rerun finds the answer again. */
function askWhatFor({ ask }: FlowContext, existing: Settings | undefined) {
  const why =
    "The scope says which repositories the agents look at and whether they write. The least powerful credential follows from it. It is one checked-in file, without secrets.";
  return ask.choose<"keep" | "change" | "describe" | "later">(
    existing
      ? {
          id: "scope",
          title: "Is this scope still right?",
          body: tabulateSettings(existing),
          options: [
            { value: "keep", label: "Yes, keep it" },
            // Another word than for a first description: an answer of then does not stand for now.
            { value: "change", label: "No, I describe it anew" },
          ],
          why,
        }
      : {
          id: "scope",
          title: "What is this control plane for?",
          options: [
            describeNow,
            {
              value: "later",
              label: "Make both Apps now, for the control repository only",
              hint: "The scope is described before promotion.",
            },
          ],
          why,
        },
  );
}

interface PatSetUp {
  readonly settings: Settings;
  readonly entitlement: ConfirmedEntitlement;
  readonly chosen: ChosenProfile;
}

/** A token that is stored, and consented to for this scope, is not asked for again. */
async function setUpPat(
  context: FlowContext,
  deps: SetUpDeps,
  { settings, entitlement, chosen: { decision, agreement } }: PatSetUp,
): Promise<void> {
  if (!agreement) return;
  const { environment } = settings;
  const [recorded, isStored] = await context.read("stored PAT", () =>
    context.ask.progress({ id: "pat-look", title: "Looking for a stored token" }, () =>
      Promise.all([deps.readDecision(), deps.hasPat(environment)]),
    ),
  );
  const { resourceOwner } = agreement;
  const scope = scopeFingerprint(settings);
  const consent = judgeConsent(recorded?.consent, { resourceOwner, scope, now: deps.now() });
  if (isStored && consent.isGiven) {
    const summary = `stored in ${environment} · expires ${recorded?.consent?.expiresAt.slice(0, 10)}`;
    context.mark({ name: "PAT", state: "done", summary });
    return;
  }
  const { token, expiresAt } = await createPat(context, deps, { settings, agreement });
  await recordDecision(context, deps, {
    settings,
    choice: decision,
    ...entitlement,
    consent: { ...agreement, expiresAt },
  });
  await storePat(context, deps, { environment, token, expiresAt });
}

function describeScope({ targets, mode, destination }: Settings): string {
  const count = targets.length === 1 ? targets[0] : `${targets.length} repositories`;
  return `${count} · ${mode} · outputs to ${destination}`;
}
