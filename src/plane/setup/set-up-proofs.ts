import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { StepKey } from "../../shared/step-key.ts";
import type { InstallationProof } from "./installation.ts";
import { installedStep, keyDateStep, patProvedStep, repositoriesStep } from "./journal-steps.ts";
import type { AppPlace } from "./journal-steps.ts";
import type { PatPlace, PatProof } from "./pat-proof.ts";

/** What was proved, and for which repositories. */
export interface RecordedProof extends InstallationProof {
  /** Full names; the App covered exactly these. */
  readonly repositories: readonly string[];
}

export interface SetUpProofs {
  /** The repositories that an App was installed on. */
  readonly repositoriesOf: (role: AppRole) => readonly string[] | undefined;
  /** What was proved of an App, for the key that was stored at this date. */
  readonly proofOf: (
    role: AppRole,
    clientId: string,
    keyDate: string | undefined,
  ) => RecordedProof | undefined;
  /** What was proved last of the token in that environment, for these repositories. */
  readonly patProofOf: (place: PatPlace) => PatProof | undefined;
}

/**
 * What a setup's journal proves. It keeps one proof for each list of repositories; that of the newest list counts, as
 * long as the key is the one that was proved.
 * @param recall reads the journal
 */
export function findSetUpProofs(
  restore: <T>(key: StepKey<T>) => T | undefined,
  place: Omit<AppPlace, "role">,
): SetUpProofs {
  const repositoriesOf = (role: AppRole) => restore(repositoriesStep({ ...place, role }));
  return {
    repositoriesOf,
    proofOf: (role, clientId, keyDate) => {
      const isSameKey = restore(keyDateStep({ ...place, role }, clientId)) === keyDate;
      if (!isSameKey) return undefined;
      const repositories = repositoriesOf(role) ?? [];
      const proof = restore(installedStep({ ...place, role }, clientId, repositories));
      return proof && { ...proof, repositories };
    },
    patProofOf: (pat) => restore(patProvedStep(place, pat)),
  };
}
