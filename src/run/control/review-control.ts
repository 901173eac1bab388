import type { Profile } from "../../credentials/profile/choice.ts";
import type { Brand } from "../../forge/brand.ts";
import { decisionPath } from "../../plane/scope/control-files.ts";
import type { Decided } from "../../plane/scope/read-decided.ts";
import { checkControl } from "./check-control.ts";
import type { ControlReport, ControlSource, WantedPlan } from "./check-control.ts";
import { readPin } from "./cli-pin.ts";
import type { CliPin } from "./cli-pin.ts";
import { controlFilePath } from "./control-file.ts";
import { decidedToStop, planFor } from "./plan-for.ts";

/** Findings about the control file of a control repository and the workflows that use it. */
export interface ControlFindings extends ControlReport {
  readonly file: string;
  readonly isThere: boolean;
  /** The gatehouse package that runs install; undefined if there is none. */
  readonly pin: CliPin | undefined;
  /** The chosen profile; undefined if no control file can be rendered for the decision. */
  readonly profile: Profile | undefined;
}

/** Checks the sources of a control repository against its committed decision and settings. */
export function reviewControlSources(
  sources: readonly ControlSource[],
  brand: Brand,
  decided: Decided,
): ControlFindings {
  const wanted = wantPlan(brand, decided);
  const file = controlFilePath(brand);
  const control = sources.find(({ path }) => path === file);
  return {
    ...checkControl(sources, brand, wanted),
    file,
    isThere: control !== undefined,
    pin: readPin(control?.text ?? ""),
    profile: wanted.plan?.choice.profile,
  };
}

/**
 * Returns the plan that the control file must match, according to the committed decision and
 * settings.
 */
export function wantPlan(brand: Brand, { decision, settings }: Decided): WantedPlan {
  const without = (reason: string) => ({ plan: undefined, reason });
  if (decision.state === "missing") {
    return without(`${decisionPath(brand)} not found: no profile was chosen.`);
  }
  if (decision.state === "broken") return without(decision.reason);
  if (settings.state === "broken") return without(settings.reason);
  const { choice } = decision.value;
  if (choice.profile === "stop") return without(decidedToStop);
  const value = settings.state === "valid" ? settings.value : undefined;
  return { plan: planFor(brand, choice, value) };
}
