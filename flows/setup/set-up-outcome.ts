import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Profile } from "../../src/credentials/profile/choice.ts";
import type { PatSummary } from "../pat/pat-summary.ts";
import type { InstallationState } from "./prove-installation.ts";

/** What a setup ends with, an entry for each App. */
export interface SetUpOutcome {
  readonly profile: Profile;
  /** Whether the scope is checked in, or left for later. */
  readonly scope: "described" | "later";
  /** The PAT, where one was chosen. */
  readonly pat?: PatSummary;
  readonly apps: readonly {
    readonly role: AppRole;
    readonly slug: string | undefined;
    readonly clientId: string;
    readonly installation: InstallationState;
  }[];
}

/** Whether every App that was made was seen where it should be. */
export function isSetUpComplete({ apps }: Pick<SetUpOutcome, "apps">): boolean {
  return apps.every(({ installation }) => installation === "proved");
}
