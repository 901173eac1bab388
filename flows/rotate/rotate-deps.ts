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

/** The finished steps that this machine's journals hold, in their order. */
export interface KnownSteps {
  readonly setUp: ReadonlyMap<string, unknown>;
  readonly rotation: ReadonlyMap<string, unknown>;
}

/** What a rotation does to the world: as a setup does, and what only a rotation needs. */
export interface RotateDeps extends SetUpDeps {
  /** What the command line names; otherwise the wizard asks. */
  readonly wanted: readonly StoredCredential[] | undefined;
  /** What the setup left an App installed on; undefined when it was set up elsewhere. */
  readonly approvedRepositories: (role: AppRole) => Promise<readonly string[] | undefined>;
  /** What the setups and the rotations of this control plane, by this machine, have done. */
  readonly readKnownSteps: () => Promise<KnownSteps>;

  readonly listOperations: (settings: Settings) => Promise<readonly Operation[]>;
  readonly runReview: (
    operation: ReadyOperation,
    say: ReportRun,
    signal: AbortSignal,
  ) => Promise<FinishedRun>;
  /** Keeps what was proved of the credentials that are stored now, where the status looks for it. */
  readonly keepProofs: (found: ProofNews) => Promise<void>;

  /** Ends a token for good. */
  readonly revokeToken: (token: Secret) => Promise<void>;
  /** Whether the forge refuses a token. */
  readonly isRefused: (token: Secret) => Promise<boolean>;
}
