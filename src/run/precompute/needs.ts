import type { Permission } from "../../credentials/apps/ceilings.ts";
import type { Credential } from "../../credentials/credential.ts";

/** Additional target data that a run reads, depending on the APIs that its packages use. */
export interface Needs {
  /** Whether to check if Actions is enabled. */
  readonly actionsSwitch: boolean;
}

/**
 * Determines the required data. Data that is not required is not requested, so a missing permission
 * for it is not reported as a gap.
 */
export function findNeeds(
  packages: readonly { readonly apis: readonly Permission[] }[],
  credential: Exclude<Credential, "write-app">,
): Needs {
  // The read App never has Administration: read.
  const mayKnow = credential !== "read-app";
  return { actionsSwitch: mayKnow && packages.some(({ apis }) => apis.includes("administration")) };
}
