import { enrolledRepositories } from "../../scope/scope.ts";
import type { Discovery } from "../../proof/proof-workflow.ts";
import { fail, pass, unknown } from "./check.ts";
import type { CheckId, ReviewCheck } from "./check.ts";
import { list } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";

/** Whether a credential reads every enrolled repository. The run's log names none of them. */
export function reviewReach(
  checkContext: CheckContext,
  id: CheckId,
  found: Discovery,
): ReviewCheck {
  const { scope, controlRepository, command } = checkContext;
  if (!scope) return unknown(id, "Without settings, nobody can tell what it has to reach.");
  const wanted = enrolledRepositories(scope, controlRepository, "read");
  const count = `${found.read} of ${wanted.length} enrolled repositories`;
  if (found.read === wanted.length && found.asked === wanted.length) {
    return pass(id, `It reads ${count}: ${list(wanted)}.`);
  }
  const refused = found.refusals.length === 0 ? "" : ` (${list(found.refusals)})`;
  return fail(id, `It reads ${count}${refused}: ${list(wanted)}.`, {
    say: "Let it reach them, or review the scope",
    command: command("scope"),
  });
}
