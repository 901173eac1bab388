import { compareScope, scopeFingerprint } from "../../scope/scope.ts";
import { fail, pass, unknown } from "./check.ts";
import type { ReviewCheck } from "./check.ts";
import type { CheckContext } from "./check-context.ts";
import { list } from "./check-context.ts";

/** Checks the scope, on which all other checks depend. */
export function checkSettings({ settings, command }: CheckContext): ReviewCheck {
  if (settings.state === "missing") {
    return fail("settings", "No settings are committed, so the scope is unknown.", {
      text: "Define the scope and choose a profile for it",
      command: command("scope"),
    });
  }
  if (settings.state === "broken") {
    return fail("settings", settings.reason, { text: "Fix the file and commit it" });
  }
  const { targets, mode, destination } = settings.value;
  const where = destination === "alternate" ? settings.value.alternateRepository : destination;
  return pass(
    "settings",
    `Targets: ${list(targets)}. Mode: ${mode}. Destination of review outputs: ${where ?? ""}.`,
  );
}

/**
 * Checks the decision. The profile must be reviewed again if targets, APIs, mode or destination
 * change.
 */
export function checkDecision(checkContext: CheckContext): ReviewCheck {
  const { decision, scope, command } = checkContext;
  const review = { text: "Review the profile again", command: command("scope") };
  if (decision.state === "missing") return fail("decision", "No decision is committed.", review);
  if (decision.state === "broken") return fail("decision", decision.reason, review);
  const { choice, decidedAt, decidedBy } = decision.value;
  const when = `by ${decidedBy} at ${decidedAt}`;
  if (choice.profile === "stop") {
    return fail("decision", `No credential qualified for the decision ${when}.`, review);
  }
  if (!scope) return unknown("decision", "Comparison is not possible without settings.", review);
  const changed = compareScope(decision.value.scope, scopeFingerprint(scope));
  if (changed.length > 0) {
    return fail("decision", `Changed since the decision ${when}: ${list(changed)}.`, review);
  }
  return pass("decision", `"${choice.profile}" was chosen ${when}; the scope has not changed.`);
}
