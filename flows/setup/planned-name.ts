import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { nameApp } from "../../src/plane/setup/app-name.ts";
import { namedStep } from "../../src/plane/setup/journal-steps.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/**
 * Returns the name for a new App: the name from the command line, the name that an earlier run
 * recorded, or the default name.
 */
export function plannedName(
  { restore }: Pick<FlowContext, "restore">,
  deps: ControlLocation & Pick<SetUpDeps, "appNames">,
  role: AppRole,
): string {
  const { repository, appNames } = deps;
  return appNames[role] ?? restore(namedStep({ ...deps, role })) ?? nameApp(repository, role);
}
