import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { StepKey } from "../../shared/step-key.ts";
import type { InstallationProof } from "./installation.ts";
import { installedStep, keyDateStep, patProvedStep, repositoriesStep } from "./journal-steps.ts";
import type { AppLocation } from "./journal-steps.ts";
import type { PatLocation, PatProof } from "./pat-proof.ts";

/** An installation proof and the repositories that it covers. */
export interface RecordedProof extends InstallationProof {
  /** Full names of all repositories that the App covered. */
  readonly repositories: readonly string[];
}

export interface SetUpProofs {
  /** Returns the repositories on which an App was installed. */
  readonly repositoriesOf: (role: AppRole) => readonly string[] | undefined;
  /** Returns the proof of an App for the key that was stored on the given date. */
  readonly proofOf: (
    role: AppRole,
    clientId: string,
    keyDate: string | undefined,
  ) => RecordedProof | undefined;
  /** Returns the latest proof of the token in the given environment for the given repositories. */
  readonly patProofOf: (location: PatLocation) => PatProof | undefined;
}

/**
 * Finds the proofs in a setup's journal. The journal keeps one proof per list of repositories. The
 * proof for the newest list is valid if the key has not changed.
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
