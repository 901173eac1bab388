import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Operation } from "../../src/plane/rotate/operations.ts";
import type { FinishedRun } from "../../src/plane/repository/run-workflow.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { ProofNews } from "../../src/plane/setup/proof-news.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { ReportRun } from "../../src/plane/repository/run-workflow.ts";
import type { SetUpDeps } from "../setup/set-up-deps.ts";

export type ReadyOperation = Extract<Operation, { state: "ready" }>;

/** The completed steps in this machine's journals, in order. */
export interface KnownSteps {
  readonly setUp: ReadonlyMap<string, unknown>;
  readonly rotation: ReadonlyMap<string, unknown>;
}

/** The effects of a rotation: those of a setup, and those that only a rotation needs. */
export interface RotateDeps extends SetUpDeps {
  /** The credentials that the command line names; if undefined, the wizard asks. */
  readonly wanted: readonly StoredCredential[] | undefined;
  /**
   * The repositories on which setup installed an App; undefined if it was set up on another
   * machine.
   */
  readonly approvedRepositories: (role: AppRole) => Promise<readonly string[] | undefined>;
  /** The steps that setups and rotations on this machine completed for this control plane. */
  readonly readKnownSteps: () => Promise<KnownSteps>;

  readonly listOperations: (settings: Settings) => Promise<readonly Operation[]>;
  readonly runReview: (
    operation: ReadyOperation,
    report: ReportRun,
    signal: AbortSignal,
  ) => Promise<FinishedRun>;
  /** Stores the proofs of the currently stored credentials where `status` reads them. */
  readonly keepProofs: (found: ProofNews) => Promise<void>;

  /** Revokes a token permanently. */
  readonly revokeToken: (token: Secret) => Promise<void>;
  /** Whether the API rejects a token. */
  readonly isRefused: (token: Secret) => Promise<boolean>;
}
