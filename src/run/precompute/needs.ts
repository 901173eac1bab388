import type { Permission } from "../../credentials/apps/ceilings.ts";
import type { Credential } from "../../credentials/credential.ts";

/** Additional data that a run reads about its targets, according to the APIs of its packages. */
export interface Needs {
  /** Whether to read if Actions is enabled. */
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
