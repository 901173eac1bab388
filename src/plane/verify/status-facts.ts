import type { Installation } from "../../forge/resources/installations.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Found } from "../scope/read-decided.ts";
import type { Settings } from "../scope/settings.ts";
import type { RecordedProof } from "../setup/set-up-proofs.ts";
import type { SharedNames, StoredRecords } from "../repository/stored-records.ts";

/** Facts from which the status is evaluated: stored records, installations and requirements. */
export interface StatusFacts {
  /** Undefined if this account cannot list them. */
  readonly stored: Pick<StoredRecords, "variables" | "secrets"> | undefined;
  readonly environment: {
    readonly name: string;
    /** Names of the environment's secrets; undefined if this account cannot list them. */
    readonly secrets: ReadonlySet<string> | undefined;
  };
  /** Names of variables and secrets that the organization shares with the repository. */
  readonly shared: SharedNames;
  readonly workflowToken: string;
  /** Undefined if this account cannot list them. */
  readonly installations: readonly Installation[] | undefined;
  /** Credentials that the decision requires; both Apps if there is no decision. */
  readonly needs?: { readonly roles: readonly AppRole[]; readonly pat: boolean };
  /**
   * Full names of the repositories that the settings approve for an App. If undefined, a proof for
   * any repositories counts.
   */
  readonly enrolled?: (role: AppRole) => readonly string[];
  /** The committed settings, which can narrow the ceilings of the Apps. */
  readonly settings: Found<Settings>;
  /** Whether the stored token was verified; undefined if there is no consent. */
  readonly isPatProved?: boolean;
  /** Returns the proof of an App's installation that the journal contains. */
  readonly proofOf: (role: AppRole, clientId: string) => RecordedProof | undefined;
}
