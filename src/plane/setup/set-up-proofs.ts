import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { StepKey } from "../../shared/step-key.ts";
import type { InstallationProof } from "./installation.ts";
import { installedStep, keyDateStep, patProvedStep, repositoriesStep } from "./journal-steps.ts";
import type { AppLocation } from "./journal-steps.ts";
import type { PatLocation, PatProof } from "./pat-proof.ts";

/** An installation proof, with its repositories. */
export interface RecordedProof extends InstallationProof {
  /** Full names of exactly the repositories that the App covered. */
  readonly repositories: readonly string[];
}

export interface SetUpProofs {
  /** Returns the repositories on which an App was installed. */
  readonly repositoriesOf: (role: AppRole) => readonly string[] | undefined;
  /** Returns the proof of an App for the key stored at this date. */
  readonly proofOf: (
    role: AppRole,
    clientId: string,
    keyDate: string | undefined,
  ) => RecordedProof | undefined;
  /** Returns the latest proof of the token in that environment for these repositories. */
  readonly patProofOf: (location: PatLocation) => PatProof | undefined;
}

/**
 * Finds the proofs in a setup's journal. The journal keeps one proof per list of repositories. The
 * proof of the newest list counts if the key is still the same.
 *
 * @param restore reads the journal
 */
export function findSetUpProofs(
  restore: <T>(key: StepKey<T>) => T | undefined,
  location: Omit<AppLocation, "role">,
): SetUpProofs {
  const repositoriesOf = (role: AppRole) => restore(repositoriesStep({ ...location, role }));
  return {
    repositoriesOf,
    proofOf: (role, clientId, keyDate) => {
      const isSameKey = restore(keyDateStep({ ...location, role }, clientId)) === keyDate;
      if (!isSameKey) return undefined;
      const repositories = repositoriesOf(role) ?? [];
      const proof = restore(installedStep({ ...location, role }, clientId, repositories));
      return proof && { ...proof, repositories };
    },
    patProofOf: (pat) => restore(patProvedStep(location, pat)),
  };
}
