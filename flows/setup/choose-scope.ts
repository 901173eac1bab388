import { chosenRoles } from "../../src/credentials/profile/choice.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { appRoles } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Profile, ProfileChoice } from "../../src/credentials/profile/choice.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import type { PatSummary } from "../pat/pat-summary.ts";
import { setUpPat } from "./set-up-pat.ts";
import type { PatSetUpDeps } from "./set-up-pat.ts";
import { chooseProfile } from "../scope/choose-profile.ts";
import type { ProfileDeps } from "../scope/choose-profile.ts";
import { askParts, scopeParts } from "../scope/ask-settings.ts";
import { describeSettings } from "../scope/choose-settings.ts";
import type { DescribeDeps } from "../scope/choose-settings.ts";
import { describeChoice } from "../scope/describe-profile.ts";
import { requireEntitlement } from "../scope/confirm-entitlement.ts";
import type { EntitlementDeps } from "../scope/confirm-entitlement.ts";
import { readSettings } from "../scope/read-settings.ts";
import { recordDecision } from "../scope/record-decision.ts";
import { describeScope, summarizeSettings } from "../scope/summarize-settings.ts";
import { confirmDecided } from "./confirm-decided.ts";
import type { Decided, DecidedDeps } from "./confirm-decided.ts";
import { underWay } from "./scope-journal.ts";
import { setUpOutline } from "./set-up-outline.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/** The scope and credentials that a setup has determined so far. */
export interface ChosenScope {
  /** Undefined if the operator defines the scope later. */
  readonly settings: Settings | undefined;
  /** Undefined if there is no scope yet. */
  readonly profile: Profile | undefined;
  /** The credentials that the profile needs; undefined without a profile. */
  readonly choice?: ProfileChoice;
  /** The Apps to create. */
  readonly roles: readonly AppRole[];
  /**
   * The decision of another user, which the operator applies as an owner. Undefined if the operator
   * defined or reviewed the scope.
   */
  readonly decided?: Decided;
  /** The PAT that was set up, if the profile uses one. */
  readonly pat?: PatSummary;
  /** The remaining steps of the progress log, in order. */
  readonly outline: readonly string[];
}

type Deps = Pick<SetUpDeps, "readSettings" | "purpose"> &
  DescribeDeps &
  EntitlementDeps &
  ProfileDeps &
  DecidedDeps &
  PatSetUpDeps;

/**
 * Determines settings, entitlement and profile, in this order, and sets up a PAT if one is chosen.
 * What another user has decided is not asked again if an owner applies it.
 * Without a scope, an operator can create both Apps first: the Apps cover only the control
 * repository until a scope approves more repositories.
 */
export async function chooseScope(
  context: FlowContext,
  deps: Deps,
  ready: Readiness,
): Promise<ChosenScope> {
  const existing = await readSettings(context, deps);
  const decided = existing && (await confirmDecided(context, deps, { settings: existing, ready }));
  if (existing && decided) return adoptDecided(context, deps, existing, decided);
  const what = await askWhatFor(context, deps, existing);
  if (what === "later") {
    const outline = narrow(context, { roles: appRoles, hasPat: false, hasScope: false });
    // Inference billing is required for every scope: without it, agents cannot run, so nothing is
    // installed.
    await requireEntitlement(context, deps);
    return { settings: undefined, profile: undefined, roles: appRoles, outline };
  }
  const settings =
    what === "keep" && existing ? existing : await describeAndKeep(context, deps, existing, what);
  // After this point, the next run for the scope first asks whether this scope is correct.
  await context.reset(underWay(deps));
  markScope(context, deps, settings);
  const entitlement = await requireEntitlement(context, deps);
  const { isOwner } = ready;
  const foresee: Parameters<typeof chooseProfile>[2]["foresee"] = (coming) =>
    void narrow(context, { ...coming, hasScope: true });
  const chosen = await chooseProfile(context, deps, { settings, isOwner, foresee });
  const { decision: choice, agreement } = chosen;
  const roles = chosenRoles(choice);
  const outline = narrow(context, { roles, hasPat: agreement !== undefined, hasScope: true });
  const scope = { settings, profile: choice.profile, choice, roles, outline };
  if (agreement) {
    const pat = await setUpPat(context, deps, { settings, entitlement, choice, agreement });
    return { ...scope, pat };
  }
  await recordDecision(context, deps, { settings, choice, ...entitlement });
  return scope;
}

/** Returns the committed scope and profile, which the owner has confirmed. */
async function adoptDecided(
  context: FlowContext,
  deps: Deps,
  settings: Settings,
  decided: Decided,
): Promise<ChosenScope> {
  const { roles } = decided;
  const { choice, decidedBy, entitlement } = decided.decision;
  const outline = narrow(context, { roles, hasPat: false, hasScope: true });
  markScope(context, deps, settings);
  await requireEntitlement(context, deps, entitlement.confirmation);
  const summary = `${describeChoice(choice)}, decided by ${decidedBy}`;
  context.mark({ name: "Profile", state: "done", summary });
  return { settings, profile: choice.profile, choice, roles, outline, decided };
}

function markScope(
  { mark }: Pick<FlowContext, "mark">,
  { repository }: Pick<Deps, "repository">,
  settings: Settings,
): void {
  mark({ name: "Scope", state: "done", summary: describeScope(settings, repository.full) });
}

/** Announces the steps that the choice requires, before the first of these steps begins. */
function narrow(
  { outline }: Pick<FlowContext, "outline">,
  chosen: Parameters<typeof setUpOutline>[0],
): readonly string[] {
  const names = setUpOutline(chosen);
  outline(names);
  return names;
}

/**
 * Defines and commits the scope. After that, a rerun offers to keep the scope and does not ask the
 * questions again.
 */
async function describeAndKeep(
  context: FlowContext,
  deps: Deps,
  before: Settings | undefined,
  what: ScopeAnswer,
): Promise<Settings> {
  const wanted = what === "change" ? await askParts(context) : scopeParts;
  const { settings, isCommitted } = await describeSettings(context, deps, { before, wanted });
  if (isCommitted) await context.complete({ id: "scope", value: "keep" satisfies ScopeAnswer });
  return settings;
}

type ScopeAnswer = "keep" | "change" | "describe" | "later";

const why =
  "The scope defines which repositories agents read and whether they write. gatehouse derives the least powerful credential from it. It is one committed file without secrets.";

/**
 * Uses the same question ID with and without a committed scope, so that a rerun finds the answer
 * that produced the settings. If the operator runs `scope` without a committed scope, the question
 * is skipped.
 */
async function askWhatFor(
  { ask }: Pick<FlowContext, "ask">,
  { purpose, repository }: Pick<Deps, "purpose" | "repository">,
  existing: Settings | undefined,
): Promise<ScopeAnswer> {
  if (!existing && purpose === "scope") return "describe";
  if (!existing) {
    return ask.choose<ScopeAnswer>({
      id: "scope",
      title: "Define the scope now or later?",
      options: [
        {
          value: "describe",
          label: "Define it now",
          hint: "creates only the credentials the scope needs",
        },
        {
          value: "later",
          label: "Create both Apps first",
          hint: "installed only on the control repository",
        },
      ],
      why,
    });
  }
  return ask.choose<ScopeAnswer>({
    id: "scope",
    title: "Is this scope still correct?",
    facts: summarizeSettings(existing, repository.full),
    options: [
      { value: "keep", label: "Yes, keep it", hint: "continues with this scope" },
      {
        value: "change",
        label: "Change parts of it",
        hint: "unselected parts of the scope stay unchanged",
      },
      {
        value: "describe",
        label: "Define the scope again",
        hint: "every question, with the current values",
      },
    ],
    why,
  });
}
