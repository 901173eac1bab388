import type { Installation } from "../../forge/resources/installations.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { RecordedProof } from "../setup/set-up-proofs.ts";
import type { SharedNames, StoredRecords } from "../repository/stored-records.ts";

/** What the status is judged from: what is stored and installed, and what is needed. */
export interface StatusFacts {
  /** Undefined when this login may not list them. */
  readonly stored: Pick<StoredRecords, "variables" | "secrets"> | undefined;
  readonly environment: {
    readonly name: string;
    /** Names of its secrets; undefined when this login may not list them. */
    readonly secrets: ReadonlySet<string> | undefined;
  };
  /** What the organization shares with the repository. */
  readonly shared: SharedNames;
  readonly workflowToken: string;
  /** Undefined when this login may not list them. */
  readonly installations: readonly Installation[] | undefined;
  /** What the recorded decision calls for; both Apps while nothing is decided. */
  readonly needs?: { readonly roles: readonly AppRole[]; readonly pat: boolean };
  /** Full names that the checked-in scope approves for an App; anything that was proved, while there is none. */
  readonly enrolled?: (role: AppRole) => readonly string[];
  /** Whether the token that is stored was seen to work; undefined where none is consented to. */
  readonly isPatProved?: boolean;
  /** The journal's proof of each App's installation. */
  readonly proofOf: (role: AppRole, clientId: string) => RecordedProof | undefined;
}
