import { describeApi } from "./apis.ts";
import type { ProfileChoice } from "./choice.ts";
import type { ProfileFacts } from "./facts.ts";
import { findNeeds } from "./needs.ts";
import type { ProfileNeeds } from "./needs.ts";
import { explainNext, explainReasons } from "./reasons.ts";
import type { Decided } from "./reasons.ts";

/** The output of `gatehouse profile --json`. */
export interface ProfileDecision extends ProfileChoice {
  /** Reasons why each stronger profile is not needed and each weaker one is not sufficient. */
  readonly reasons: readonly string[];
  /**
   * Data that the chosen profile cannot access. Workers report this data as incomplete instead of
   * guessing.
   */
  readonly incomplete: readonly string[];
  /** Next steps; a line that begins with `gatehouse` is a command. */
  readonly next: readonly string[];
}

/**
 * Chooses the least powerful profile that satisfies the targets, the required APIs, the mode and
 * the destination. "unknown" counts as no. The visibility of the control repository is never
 * considered.
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
  // No stronger credential is available. Data that the workflow token cannot read is reported as
  // incomplete.
  return { ...none, profile: workflowTokenApplies ? "workflow-token" : "stop" };
}

/** Returns whether Apps can be used. Private Apps cover the repositories of only one owner. */
function canUseApp(facts: ProfileFacts, needs: ProfileNeeds): boolean {
  return facts.appInstallable === true && needs.owners.length <= 1;
}

function canUsePat(facts: ProfileFacts, needs: ProfileNeeds): boolean {
  const isAgreed = facts.patEligible === true && facts.patConsent === true;
  return isAgreed && needs.owners.length <= 1 && needs.patGaps.length === 0;
}

function findIncomplete({ facts, needs, choice }: Decided): string[] {
  if (choice.profile === "stop" || choice.profile === "pat") return [];
  const unsure = needs.unknownApis.map((api) => `${api}: unknown permission`);
  if (choice.readApp) return unsure;
  const outOfReach = needs.blindSpots
    .filter((api) => choice.profile === "workflow-token" && !needs.unknownApis.includes(api))
    .map((api) => `${describeApi(api)}: required, but not accessible to the workflow token`);
  const publicLimits = facts.targets.includes("public")
    ? ["Actions logs of public targets", "security data of public targets"]
    : [];
  return [...unsure, ...outOfReach, ...publicLimits];
}
