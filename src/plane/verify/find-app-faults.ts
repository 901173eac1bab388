import type { AppRole } from "../../credentials/apps/app-role.ts";
import { isAboveCeiling } from "../../credentials/apps/ceilings.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import { appCeiling } from "../scope/app-ceiling.ts";
import { valueOf } from "../scope/read-decided.ts";
import type { Found } from "../scope/read-decided.ts";
import type { Settings } from "../scope/settings.ts";
import { findFaults } from "../setup/installation.ts";
import type { InstallationFault } from "../setup/installation.ts";

/** An installation as the organization's list, the App itself or a run reports it. */
export type ReportedInstallation = Pick<Installation, "isSuspended" | "selection" | "permissions">;

/**
 * Lists the faults of an App's installation for the committed scope. If the settings are invalid,
 * it is unknown how far they narrow the ceiling, so only permissions above the specified ceiling
 * are faults.
 */
export function findAppFaults(
  role: AppRole,
  installation: ReportedInstallation,
  settings: Found<Settings>,
): InstallationFault[] {
  const faults = findFaults(installation, appCeiling(role, valueOf(settings)));
  if (settings.state !== "broken") return faults;
  return faults.flatMap((fault): InstallationFault[] => {
    if (fault.state !== "other-permissions") return [fault];
    const differences = fault.differences.filter(isAboveCeiling);
    return differences.length > 0 ? [{ ...fault, differences }] : [];
  });
}
