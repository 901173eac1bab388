import { findAgentFallbacks } from "../../../credentials/entitlement.ts";
import { fail, pass, unknown } from "./check.ts";
import type { ReviewCheck } from "./check.ts";
import { list, listNames, signInAsAdministrator } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";

/**
 * Checks inference, which uses only the workflow token and the organization's billing, not target
 * credentials.
 */
export function checkInference(checkContext: CheckContext): ReviewCheck[] {
  return [checkBilling(checkContext), checkFallbacks(checkContext)];
}

function checkBilling({ entitlement, decided, controlRepository, command }: CheckContext) {
  const id = "inference-billing";
  const { state, evidence } = entitlement;
  const [owner = ""] = controlRepository.split("/");
  if (state === "active") return pass(id, `It is active: ${evidence}.`);
  if (state === "unavailable") {
    return fail(id, `Not available for ${owner}: ${evidence}.`, {
      text: `Ask an owner of ${owner} to set up organization billing for agents`,
    });
  }
  const confirmation = decided?.entitlement.confirmation;
  if (!confirmation) {
    return unknown(id, `Not verified: ${evidence}.`, {
      text: `Ask an administrator of ${owner} to confirm it`,
      command: command("setup"),
    });
  }
  const { administrator, role, confirmedBy, confirmedAt } = confirmation;
  const by = role === "administrator" ? administrator : `${administrator} (role unverified)`;
  return pass(
    id,
    `The status is not visible (${evidence}). ${by} confirmed it; ${confirmedBy} recorded that at ${confirmedAt}.`,
  );
}

function checkFallbacks(checkContext: CheckContext): ReviewCheck {
  const id = "inference-fallbacks";
  const { brand, stored, unlisted } = checkContext;
  const names = listNames(checkContext);
  const found = [...new Set(findAgentFallbacks(names, brand))];
  if (found.length > 0) {
    return fail(id, `Not supported: ${list(found)}.`, { text: "Delete these records" });
  }
  return stored ? pass(id, "None is stored.") : unknown(id, unlisted, signInAsAdministrator);
}
