import { findAgentFallbacks } from "../../../credentials/entitlement.ts";
import { fail, pass, unknown } from "./check.ts";
import type { ReviewCheck } from "./check.ts";
import { list, listNames, signInAsAdministrator } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";

/** Inference takes the workflow token and the organization's billing; target credentials have no part in it. */
export function checkInference(checkContext: CheckContext): ReviewCheck[] {
  return [checkBilling(checkContext), checkFallbacks(checkContext)];
}

function checkBilling({ entitlement, decided, controlRepository, command }: CheckContext) {
  const id = "inference-billing";
  const { state, evidence } = entitlement;
  const [owner = ""] = controlRepository.split("/");
  if (state === "active") return pass(id, `The forge says that it is active: ${evidence}.`);
  if (state === "unavailable") {
    return fail(id, `${owner} has none: ${evidence}.`, {
      say: `Have an owner of ${owner} set up organization billing for agents`,
    });
  }
  const confirmation = decided?.entitlement.confirmation;
  if (!confirmation) {
    return unknown(id, `Nothing proves it: ${evidence}.`, {
      say: `Have an administrator of ${owner} confirm it`,
      command: command("setup"),
    });
  }
  const { administrator, confirmedBy, confirmedAt } = confirmation;
  return pass(
    id,
    `The forge does not tell (${evidence}). ${administrator} confirmed it; ${confirmedBy} recorded that at ${confirmedAt}.`,
  );
}

function checkFallbacks(checkContext: CheckContext): ReviewCheck {
  const id = "inference-fallbacks";
  const { brand, stored, unlisted } = checkContext;
  const names = listNames(checkContext);
  const found = [...new Set(findAgentFallbacks(names, brand))];
  if (found.length > 0) {
    return fail(id, `Not supported: ${list(found)}.`, { say: "Delete these records" });
  }
  return stored
    ? pass(id, "No such record is stored.")
    : unknown(id, unlisted, signInAsAdministrator);
}
