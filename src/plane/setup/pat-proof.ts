import { isSameMoment } from "../../credentials/pat/expiry.ts";

/** Environment that stores a PAT, and the repositories that the PAT must be able to access. */
export interface PatLocation {
  readonly environment: string;
  /** Full names: the control repository first, then all repositories of the scope. */
  readonly repositories: readonly string[];
}

/** Proof that a token was able to read all repositories of the scope. */
export interface PatProof {
  /**
   * Date on which the token was stored, according to GitHub (ISO 8601). A different date means a
   * different token.
   */
  readonly storedAt: string;
  /** Expiry of the token (ISO 8601). */
  readonly expiresAt: string;
  /** Time of the proof (ISO 8601). */
  readonly provedAt: string;
}

/** Returns whether a proof is for the currently stored token, to which the operator consented. */
export function isPatProved(
  proof: PatProof | undefined,
  { storedAt, expiresAt }: { readonly storedAt: string | undefined; readonly expiresAt: string },
): boolean {
  if (proof === undefined || proof.storedAt !== storedAt) return false;
  return isSameMoment(proof.expiresAt, expiresAt);
}
