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
import { requireEntitlement } from "../scope/confirm-entitlement.ts";
import type { EntitlementDeps } from "../scope/confirm-entitlement.ts";
import { readSettings } from "../scope/read-settings.ts";
import { recordDecision } from "../scope/record-decision.ts";
import { describeScope, summarizeSettings } from "../scope/summarize-settings.ts";
import { underWay } from "./scope-journal.ts";
import { setUpOutline } from "./set-up-outline.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/** What the setup is for, as far as that is decided. */
export interface ChosenScope {
  /** Undefined when the operator decides on the scope later. */
  readonly settings: Settings | undefined;
  /** Undefined as long as there is no scope to choose one for. */
  readonly profile: Profile | undefined;
  /** The credentials that it calls for; undefined with it. */
  readonly choice?: ProfileChoice;
  /** The Apps to make. */
  readonly roles: readonly AppRole[];
  /** The PAT that was set up, where one was chosen. */
  readonly pat?: PatSummary;
  /** The steps that are left of the list of what is done, in order. */
  readonly outline: readonly string[];
}

type Deps = Pick<SetUpDeps, "readSettings" | "purpose"> &
  DescribeDeps &
  EntitlementDeps &
  ProfileDeps &
  PatSetUpDeps;

/**
 * Settings, entitlement and profile, in this order; a PAT is set up here too. An operator without a scope may have
 * both Apps made first: they cover the control repository only, until a scope approves more.
 */
export async function chooseScope(
  context: FlowContext,
  deps: Deps,
  ready: Readiness,
): Promise<ChosenScope> {
  const existing = await readSettings(context, deps);
  const what = await askWhatFor(context, deps, existing);
  if (what === "later") {
    const outline = narrow(context, { roles: appRoles, hasPat: false, hasScope: false });
    // Whatever the scope will be: without billing for inference no agent ever runs, and nothing is installed.
    await requireEntitlement(context, deps);
    return { settings: undefined, profile: undefined, roles: appRoles, outline };
  }
  const settings =
    what === "keep" && existing ? existing : await describeAndKeep(context, deps, existing, what);
  // From here on another run for the scope asks first whether this is the right one.
  await context.reset(underWay(deps));
  context.mark({
    name: "Scope",
    state: "done",
    summary: describeScope(settings, deps.repository.full),
  });
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

/** Announces the steps that what is chosen needs, before the first of them begins. */
function narrow(
  { outline }: Pick<FlowContext, "outline">,
  chosen: Parameters<typeof setUpOutline>[0],
): readonly string[] {
  const names = setUpOutline(chosen);
  outline(names);
  return names;
}

/** What is described is checked in: from here on it is a scope to keep, and no rerun goes through it again. */
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
  "The scope says which repositories the agents look at and whether they write. The least powerful credential follows from it. It is one checked-in file, without secrets.";

/**
 * One question whatever is checked in: a rerun finds the answer to it when these settings came of it. Who came for the
 * scope, and has none, came to describe it.
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
      title: "What is this control plane for?",
      options: [
        {
          value: "describe",
          label: "I describe its scope now",
          hint: "only the credentials that it needs are made",
        },
        {
          value: "later",
          label: "Make both Apps now",
          hint: "for the control repository; scope later",
        },
      ],
      why,
    });
  }
  return ask.choose<ScopeAnswer>({
    id: "scope",
    title: "Is this scope still right?",
    facts: summarizeSettings(existing, repository.full),
    options: [
      { value: "keep", label: "Yes, keep it", hint: "goes on with what it needs" },
      { value: "change", label: "Change parts of it", hint: "the others stay as they are" },
      { value: "describe", label: "Describe it anew", hint: "each question, with what is so now" },
    ],
    why,
  });
}
