import { compareScope, scopeFingerprint } from "../../scope/scope.ts";
import { fail, pass, unknown } from "./check.ts";
import type { ReviewCheck } from "./check.ts";
import type { CheckContext } from "./check-context.ts";
import { list } from "./check-context.ts";

/** The scope that everything else is held against. */
export function checkSettings({ settings, command }: CheckContext): ReviewCheck {
  if (settings.state === "missing") {
    return fail("settings", "No settings are checked in: nobody can tell what the scope is.", {
      say: "Describe the scope, and decide on a profile for it",
      command: command("scope"),
    });
  }
  if (settings.state === "broken") {
    return fail("settings", settings.because, { say: "Mend the file and commit it" });
  }
  const { targets, mode, destination } = settings.value;
  const where = destination === "alternate" ? settings.value.alternateRepository : destination;
  return pass(
    "settings",
    `Targets: ${list(targets)}. Mode: ${mode}. Review outputs go to: ${where ?? ""}.`,
  );
}

/** The profile has to be reviewed again whenever targets, APIs, mode or destination change. */
export function checkDecision(checkContext: CheckContext): ReviewCheck {
  const { decision, scope, command } = checkContext;
  const review = { say: "Review the profile again", command: command("scope") };
  if (decision.state === "missing") return fail("decision", "No decision is checked in.", review);
  if (decision.state === "broken") return fail("decision", decision.because, review);
  const { choice, decidedAt, decidedBy } = decision.value;
  const when = `by ${decidedBy} at ${decidedAt}`;
  if (choice.profile === "stop") {
    return fail("decision", `No credential qualified when it was decided ${when}.`, review);
  }
  if (!scope) return unknown("decision", "Without settings, nothing can be compared.", review);
  const changed = compareScope(decision.value.scope, scopeFingerprint(scope));
  if (changed.length > 0) {
    return fail("decision", `Changed since it was decided ${when}: ${list(changed)}.`, review);
  }
  return pass("decision", `"${choice.profile}" was decided ${when}; the scope is the same.`);
}
