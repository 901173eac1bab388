import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { InstallationProof } from "./installation.ts";
import type { PatPlace, PatProof } from "./pat-proof.ts";

/** An App that a run has seen where it should be, with the key that is stored. */
export interface ProvedApp {
  readonly role: AppRole;
  readonly clientId: string;
  /** Full names; it covers exactly these. */
  readonly repositories: readonly string[];
  /** When that key was stored (ISO 8601). */
  readonly keyDate: string;
  readonly proof: InstallationProof;
}

/** An App of which a run has shown that it is not as it should be, whatever was proved before. */
export type RefutedApp = Pick<ProvedApp, "role" | "clientId">;

/** What a run has shown of the stored token; without a proof, that it is not as it should be. */
export interface PatNews extends PatPlace {
  readonly proof: PatProof | undefined;
}

/** What a run has shown of the stored credentials. */
export interface ProofNews {
  readonly proved: readonly ProvedApp[];
  readonly refuted: readonly RefutedApp[];
  readonly pat?: PatNews | undefined;
}
