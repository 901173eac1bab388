import type { Hint } from "../../shared/errors.ts";
import { listChains } from "./checks/chains.ts";
import type { PurposeChain } from "./checks/chains.ts";
import { checkApps } from "./checks/app-checks.ts";
import type { ReviewCheck } from "./checks/check.ts";
import { checkAppOnly, checkPatOnly, checkPrecedence } from "./checks/credential-checks.ts";
import { checkDiscovery } from "./checks/discovery-checks.ts";
import { prepareContext } from "./checks/check-context.ts";
import { checkInference } from "./checks/inference-checks.ts";
import { checkOutputs } from "./checks/output-checks.ts";
import { checkPat } from "./checks/pat-checks.ts";
import { checkDecision, checkSettings } from "./checks/scope-checks.ts";
import { checkSharedControl } from "./checks/shared-control-checks.ts";
import type { ReviewFacts } from "./review-facts.ts";

/** The result of the review before promotion. */
export interface Review {
  /** Whether all checks pass. */
  readonly isReady: boolean;
  readonly checks: readonly ReviewCheck[];
  /**
   * Credentials for each purpose, in the order in which a run tries them; empty if the stored names
   * could not be listed.
   */
  readonly precedence: readonly PurposeChain[];
}

/**
 * Runs all checks that promotion requires. Facts that are not visible are unknown, never a pass.
 *
 * @see spec/credentials.md, "Rotation, exposure response and promotion"
 */
export function evaluateReview(facts: ReviewFacts): Review {
  const checkContext = prepareContext(facts);
  const others = [
    checkSettings(checkContext),
    checkDecision(checkContext),
    checkAppOnly(checkContext),
    checkPatOnly(checkContext),
    checkPrecedence(checkContext),
    ...checkApps(checkContext),
    ...checkPat(checkContext),
    ...checkDiscovery(checkContext),
    checkSharedControl(checkContext),
  ];
  const inference = checkInference(checkContext);
  // Suggest an agent only if its run would be admitted.
  const isAllElseReady = [...others, ...inference].every(({ state }) => state === "pass");
  const outputs = checkOutputs(checkContext, isAllElseReady);
  const checks = [...others, outputs, ...inference].map((each) => dropStopped(each, facts));
  return {
    isReady: checks.every(({ state }) => state === "pass"),
    checks,
    precedence: checkContext.stored ? listChains(checkContext.stored) : [],
  };
}

/**
 * Removes next steps that invalid settings would stop. Only the file itself can be fixed first,
 * which the check of the settings suggests.
 */
function dropStopped(check: ReviewCheck, { settings, command }: ReviewFacts): ReviewCheck {
  if (settings.state !== "broken") return check;
  const stopped = [command("setup"), command("scope")];
  const isPossible = (step: Hint) => !stopped.includes(step.command ?? "");
  return { ...check, next: check.next.filter(isPossible) };
}
