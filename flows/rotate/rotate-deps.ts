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

/** Completed steps from this machine's journals, in order. */
export interface KnownSteps {
  readonly setUp: ReadonlyMap<string, unknown>;
  readonly rotation: ReadonlyMap<string, unknown>;
}

/** The effects of a rotation: the effects of a setup, and those that only a rotation needs. */
export interface RotateDeps extends SetUpDeps {
  /** Credentials named on the command line. If undefined, the wizard asks for them. */
  readonly wanted: readonly StoredCredential[] | undefined;
  /** Repositories on which setup installed an App; undefined if setup ran on another machine. */
  readonly approvedRepositories: (role: AppRole) => Promise<readonly string[] | undefined>;
  /**
   * Returns the setup and rotation steps that were completed on this machine for this control
   * plane.
   */
  readonly readKnownSteps: () => Promise<KnownSteps>;

  readonly listOperations: (settings: Settings) => Promise<readonly Operation[]>;
  readonly runReview: (
    operation: ReadyOperation,
    report: ReportRun,
    signal: AbortSignal,
  ) => Promise<FinishedRun>;
  /** Stores the proofs of the currently stored credentials, so that `status` can read them. */
  readonly keepProofs: (found: ProofNews) => Promise<void>;

  readonly revokeToken: (token: Secret) => Promise<void>;
  readonly isRefused: (token: Secret) => Promise<boolean>;
}
