import type { Profile } from "../../credentials/profile/choice.ts";
import type { Brand } from "../../forge/brand.ts";
import { decisionPath } from "../../plane/scope/control-files.ts";
import type { Decided } from "../../plane/scope/read-decided.ts";
import { checkControl } from "./check-control.ts";
import type { ControlReport, ControlSource, WantedPlan } from "./check-control.ts";
import { readPin } from "./cli-pin.ts";
import { controlFilePath } from "./control-file.ts";
import { decidedToStop, planFor } from "./plan-for.ts";

/** The shared control file of a control repository, and what relies on it. */
export interface ControlFindings extends ControlReport {
  readonly file: string;
  readonly isThere: boolean;
  /** The address that runs fetch gatehouse from; undefined where none is named. */
  readonly source: string | undefined;
  /** As decided; undefined where nothing is that a file could be rendered for. */
  readonly profile: Profile | undefined;
}

/** Checks what was read of a control repository against what is checked in there. */
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
    source: readPin(control?.text ?? "")?.source,
    profile: wanted.plan?.choice.profile,
  };
}

/** What the control file has to be by the checked-in decision and settings. */
export function wantPlan(brand: Brand, { decision, settings }: Decided): WantedPlan {
  const without = (because: string) => ({ plan: undefined, because });
  if (decision.state === "missing") {
    return without(`There is no ${decisionPath(brand)}: no profile is decided.`);
  }
  if (decision.state === "broken") return without(decision.because);
  if (settings.state === "broken") return without(settings.because);
  const { choice } = decision.value;
  if (choice.profile === "stop") return without(decidedToStop);
  const value = settings.state === "valid" ? settings.value : undefined;
  return { plan: planFor(brand, choice, value) };
}
