import type { ProfileChoice } from "../../credentials/profile/choice.ts";
import { usualEnvironment } from "../../credentials/records.ts";
import type { Brand } from "../../forge/brand.ts";
import type { Settings } from "../../plane/scope/settings.ts";
import type { ControlPlan } from "./control-plan.ts";

/** The input for rendering a control file, without the pinned gatehouse package. */
export type OpenPlan = Omit<ControlPlan, "pin">;

export const decidedToStop =
  "The decision is to stop, because no credential qualifies for this scope.";

/**
 * Creates a plan. Without settings, the plan uses review mode, with outputs in the control
 * repository.
 */
export function planFor(
  brand: Brand,
  choice: ProfileChoice,
  settings: Settings | undefined,
): OpenPlan {
  const {
    mode = "review",
    destination = "control",
    environment = usualEnvironment,
  } = settings ?? {};
  const keeps = mode === "review" && destination === "control";
  return { brand, choice, environment, outputs: keeps ? "control repository" : "named repository" };
}
