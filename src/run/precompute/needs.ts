import type { Permission } from "../../credentials/apps/ceilings.ts";
import type { Credential } from "../../credentials/credential.ts";

/** What a run reads of its targets besides what every run does: as much as its packages' APIs need. */
export interface Needs {
  /** Whether workflows run there at all. */
  readonly actionsSwitch: boolean;
}

/** What is not needed is not asked for, so that a permission that nobody gave for it is no gap. */
export function findNeeds(
  packages: readonly { readonly apis: readonly Permission[] }[],
  credential: Exclude<Credential, "write-app">,
): Needs {
  // Administration: read is in no contract of the read App.
  const mayKnow = credential !== "read-app";
  return { actionsSwitch: mayKnow && packages.some(({ apis }) => apis.includes("administration")) };
}
