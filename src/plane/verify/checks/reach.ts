import { enrolledRepositories } from "../../scope/scope.ts";
import type { Discovery } from "../../proof/proof-workflow.ts";
import { fail, pass, unknown } from "./check.ts";
import type { CheckId, ReviewCheck } from "./check.ts";
import { list } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";

/**
 * Checks whether a credential can read every repository in the scope. The run's log does not
 * contain repository names.
 */
export function reviewReach(
  checkContext: CheckContext,
  id: CheckId,
  found: Discovery,
): ReviewCheck {
  const { scope, controlRepository, command } = checkContext;
  if (!scope) return unknown(id, "The required repositories are unknown without settings.");
  const wanted = enrolledRepositories(scope, controlRepository, "read");
  const count = `${found.read} of ${wanted.length} repositories in scope`;
  if (found.read === wanted.length && found.asked === wanted.length) {
    return pass(id, `It can read ${count}: ${list(wanted)}.`);
  }
  const refused = found.refusals.length === 0 ? "" : ` (${list(found.refusals)})`;
  return fail(id, `It can read ${count}${refused}: ${list(wanted)}.`, {
    text: "Grant access to all of these repositories, or review the scope",
    command: command("scope"),
  });
}
