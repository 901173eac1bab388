import { describeApi } from "./apis.ts";
import type { ProfileChoice } from "./choice.ts";
import type { ProfileFacts } from "./facts.ts";
import { findNeeds } from "./needs.ts";
import type { ProfileNeeds } from "./needs.ts";
import { explainNext, explainReasons } from "./reasons.ts";
import type { Decided } from "./reasons.ts";

/** The answer of `gatehouse profile --json`. */
export interface ProfileDecision extends ProfileChoice {
  /** Why each stronger profile is not needed, and why each weaker one does not do. */
  readonly reasons: readonly string[];
  /** What the chosen profile cannot see. Workers report it as incomplete and do not guess. */
  readonly incomplete: readonly string[];
  /** What to do now; a line that begins with `gatehouse` is a command. */
  readonly next: readonly string[];
}

/**
 * Chooses the least powerful profile that satisfies targets, required APIs, mode and destination.
 * What is "unknown" counts as no. Visibility of the control repository is no fact: it never decides.
 * @see spec/credentials.md, "Profile selection"
 */
export function decideProfile(facts: ProfileFacts): ProfileDecision {
  const needs = findNeeds(facts);
  const choice = choose(facts, needs);
  const decided = { facts, needs, choice };
  return {
    ...choice,
    reasons: explainReasons(decided),
    incomplete: findIncomplete(decided),
    next: explainNext(decided),
  };
}

function choose(facts: ProfileFacts, needs: ProfileNeeds): ProfileChoice {
  const none = { readApp: false, writeApp: false, pat: false };
  const workflowTokenApplies = needs.beyondWorkflowToken.length === 0;
  if (workflowTokenApplies && needs.blindSpots.length === 0)
    return { ...none, profile: "workflow-token" };
  if (canUseApp(facts, needs)) {
    const readApp = needs.readApp.length > 0;
    const writeApp = needs.writeApp.length > 0;
    if (readApp || writeApp) return { profile: "app", readApp, writeApp, pat: false };
  } else if (canUsePat(facts, needs)) {
    return { ...none, profile: "pat", pat: true };
  }
  // Nothing stronger is to be had: what the workflow token cannot see is reported as incomplete.
  return { ...none, profile: workflowTokenApplies ? "workflow-token" : "stop" };
}

/** Private Apps are installable on one owner's repositories. */
function canUseApp(facts: ProfileFacts, needs: ProfileNeeds): boolean {
  return facts.appInstallable === true && needs.owners.length <= 1;
}

function canUsePat(facts: ProfileFacts, needs: ProfileNeeds): boolean {
  const isAgreed = facts.patEligible === true && facts.patConsent === true;
  return isAgreed && needs.owners.length <= 1 && needs.patGaps.length === 0;
}

function findIncomplete({ facts, needs, choice }: Decided): string[] {
  if (choice.profile === "stop" || choice.profile === "pat") return [];
  const unsure = needs.unknownApis.map((api) => `${api}: no permission of this name is known`);
  if (choice.readApp) return unsure;
  const outOfReach = needs.blindSpots
    .filter((api) => choice.profile === "workflow-token" && !needs.unknownApis.includes(api))
    .map((api) => `${describeApi(api)}: required, but out of the workflow token's reach`);
  const publicLimits = facts.targets.includes("public")
    ? ["Actions logs of public targets", "security data of public targets"]
    : [];
  return [...unsure, ...outOfReach, ...publicLimits];
}
