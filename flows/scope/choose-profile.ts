import type { FlowContext } from "../../src/prompts/flow-context.ts";
import {
  enrolledRepositories,
  gatherProfileFacts,
  scopeFingerprint,
} from "../../src/plane/scope/scope.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { validateConsent } from "../../src/credentials/pat/consent.ts";
import { chosenRoles } from "../../src/credentials/profile/choice.ts";
import type { Known } from "../../src/credentials/profile/facts.ts";
import { decideProfile } from "../../src/credentials/profile/decide-profile.ts";
import type { ProfileDecision } from "../../src/credentials/profile/decide-profile.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { PatDeps } from "../pat/pat-deps.ts";
import { agreeToPat } from "../pat/agree-to-pat.ts";
import type { PatAgreement } from "../pat/agree-to-pat.ts";
import { askInstallable, noneQualifies, requirePatChoice } from "./ask-about-profile.ts";
import { describeChoice, describeDecision, describeUnseen } from "./describe-profile.ts";
import { readRecordedDecision } from "./record-decision.ts";
import type { ScopeDeps } from "./scope-deps.ts";

export interface ChosenProfile {
  readonly decision: ProfileDecision;
  /** The operator's agreement, if the profile is the PAT. */
  readonly agreement?: PatAgreement;
}

export type FactDeps = Pick<ScopeDeps, "repository" | "repositoryFacts">;
type ConsentDeps = Pick<ScopeDeps, "readDecision" | "now">;
export type ProfileDeps = ControlLocation & FactDeps & ConsentDeps & Pick<PatDeps, "operator">;
/** Announces the Apps and the PAT that will be created, if this is known before the choice. */
type Foresee = (coming: { roles: readonly AppRole[]; hasPat: boolean }) => void;

interface ProfileRequest {
  readonly settings: Settings;
  readonly isOwner: boolean;
  readonly foresee: Foresee;
}

type Choosing = Pick<FlowContext, "ask" | "read" | "mark" | "discardAnswer">;

/**
 * Finds the least powerful profile that is sufficient. A PAT is considered only if nothing else
 * qualifies and the operator asks for it.
 * @throws Incomplete if no credential qualifies
 */
export async function chooseProfile(
  context: Choosing,
  deps: ProfileDeps,
  { settings, isOwner, foresee }: ProfileRequest,
): Promise<ChosenProfile> {
  const { ask, mark } = context;
  const { facts, decide } = await prepareDecision(context, deps, settings);
  const roles = chosenRoles(decide(true, "unknown"));
  foresee({ roles, hasPat: false });
  const isAsked = !isOwner && roles.length > 0;
  const appInstallable = isAsked
    ? await askInstallable(context, deps, roles)
    : isOwner || "unknown";

  let decision = decide(appInstallable, "unknown");
  let agreement: PatAgreement | undefined;
  if (decision.profile === "stop") {
    await forgetOldConsent(context, deps, settings);
    await requirePatChoice(context, deps, decision);
    foresee({ roles: [], hasPat: true });
    agreement = await agreeToPat(context, deps, { settings, facts });
    decision = decide(appInstallable, true);
  }
  if (decision.profile === "stop") throw noneQualifies(decision, deps);
  await ask.disclose({
    id: profileId(decision),
    title: "The least powerful profile for this scope",
    facts: [
      { name: "Chosen", text: describeChoice(decision) },
      ...describeDecision(decision),
      ...describeUnseen(settings, facts),
    ],
    body: [],
    proceed: "Continue",
    why: "The profile follows from the scope: what agents read and write, and where results go. If the scope changes, the profile is chosen again.",
  });
  mark({ name: "Profile", state: "done", summary: describeChoice(decision) });
  return agreement && decision.profile === "pat" ? { decision, agreement } : { decision };
}

/** Makes the decision for given answers. An unknown answer counts as no. */
type Decide = (appInstallable: Known, pat: Known) => ProfileDecision;

/** Reads the facts about the scope's repositories on which the decision depends. */
export async function prepareDecision(
  context: Pick<FlowContext, "ask" | "read">,
  deps: FactDeps,
  settings: Settings,
): Promise<{ facts: Awaited<ReturnType<typeof inspectRepositories>>; decide: Decide }> {
  const facts = await inspectRepositories(context, deps, settings);
  const visibilities = new Map([...facts].map(([name, { visibility }]) => [name, visibility]));
  const decide: Decide = (appInstallable, pat) =>
    decideProfile(
      gatherProfileFacts(settings, {
        controlRepository: deps.repository.full,
        visibilities,
        appInstallable,
        patEligible: pat,
        patConsent: pat,
      }),
    );
  return { facts, decide };
}

function inspectRepositories(
  context: Pick<FlowContext, "ask" | "read">,
  deps: FactDeps,
  settings: Settings,
) {
  const names = enrolledRepositories(settings, deps.repository.full, "read");
  return context.read(`facts ${names.join(",")}`, () =>
    retryWithOperator(context, { id: "facts" }, () =>
      context.ask.progress({ id: "facts", title: "Checking the targets" }, () =>
        deps.repositoryFacts(names),
      ),
    ),
  );
}

/**
 * Discards answers about an outdated consent. Consent is valid until its token expires, and
 * recorded answers do not renew it.
 */
async function forgetOldConsent(
  context: Pick<FlowContext, "ask" | "read" | "discardAnswer">,
  deps: ConsentDeps,
  settings: Settings,
): Promise<void> {
  const recorded = await readRecordedDecision(context, deps);
  if (!recorded?.consent) return;
  const { consent } = recorded;
  const current = { resourceOwner: consent.resourceOwner, scope: scopeFingerprint(settings) };
  if (validateConsent(consent, { ...current, now: deps.now() }).isGiven) return;
  await context.read("old consent", async () => {
    await context.discardAnswer();
    return true;
  });
}

/**
 * Returns the ID of the disclosure. The ID depends on the decision, so a changed decision is shown
 * again.
 */
function profileId({ profile, readApp, writeApp }: ProfileDecision): string {
  return ["profile", profile, readApp ? "read" : [], writeApp ? "write" : []].flat().join("-");
}
