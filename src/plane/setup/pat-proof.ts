import { isSameMoment } from "../../credentials/pat/expiry.ts";

/** Where a PAT is stored, and what it is for. */
export interface PatPlace {
  readonly environment: string;
  /** Full names: the control repository first, then all that the scope enrols. */
  readonly repositories: readonly string[];
}

/** A token that was seen to read all that the scope enrols. */
export interface PatProof {
  /** When the forge says that it was stored; another date is another token. ISO 8601. */
  readonly storedAt: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** ISO 8601. */
  readonly provedAt: string;
}

/** Whether a proof is of the token that is stored now, and of the one that was consented to. */
export function isPatProved(
  proof: PatProof | undefined,
  { storedAt, expiresAt }: { readonly storedAt: string | undefined; readonly expiresAt: string },
): boolean {
  if (proof === undefined || proof.storedAt !== storedAt) return false;
  return isSameMoment(proof.expiresAt, expiresAt);
}
