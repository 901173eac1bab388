import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { InstallationProof } from "./installation.ts";
import type { PatLocation, PatProof } from "./pat-proof.ts";

/** An App that a run verified: the stored key works, and the installation is as planned. */
export interface ProvedApp {
  readonly role: AppRole;
  readonly clientId: string;
  /** Full names of all repositories that the App covers. */
  readonly repositories: readonly string[];
  /** Date on which the key was stored (ISO 8601). */
  readonly keyDate: string;
  readonly proof: InstallationProof;
}

/** An App that a run found to differ from the plan, which makes earlier proofs invalid. */
export type RefutedApp = Pick<ProvedApp, "role" | "clientId">;

/**
 * A proof run's result for the stored token. `proof` is undefined if the token differs from the
 * plan.
 */
export interface PatNews extends PatLocation {
  readonly proof: PatProof | undefined;
}

/** Results of a proof run for the stored credentials. */
export interface ProofNews {
  readonly proved: readonly ProvedApp[];
  readonly refuted: readonly RefutedApp[];
  readonly pat?: PatNews | undefined;
}
