import { openJournal } from "../asking/journal.ts";
import { recallFrom } from "../asking/recall-from.ts";
import type { StatusWish } from "../control/review/read-status.ts";
import { installedStep, keyDateStep, repositoriesStep } from "../control/setup/journal-steps.ts";
import type { AppRole } from "../credentials/apps/app-role.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { journalPath } from "./state-folder.ts";

export interface SetUpProofs {
  /** The repositories that an App was installed on. */
  readonly repositoriesOf: (role: AppRole) => readonly string[] | undefined;
  readonly proofOf: StatusWish["proofOf"];
}

/**
 * What the setup on this machine left behind; the journal of another machine's is not here. It keeps one proof for each
 * list of repositories; the newest list counts.
 */
export async function readSetUpProofs(
  env: NodeJS.ProcessEnv,
  place: { readonly profile: HostProfile; readonly repository: RepositoryName },
): Promise<SetUpProofs> {
  const { profile, repository } = place;
  const header = { flow: "setup", version: 1, host: profile.host, subject: repository.full };
  const journal = await openJournal(journalPath(env, { ...place, flow: "setup" }), header);
  const recall = recallFrom(journal);
  const repositoriesOf = (role: AppRole) => recall(repositoriesStep({ ...place, role }));
  return {
    repositoriesOf,
    proofOf: (role, clientId, keyDate) => {
      const isSameKey = recall(keyDateStep({ ...place, role }, clientId)) === keyDate;
      if (!isSameKey) return undefined;
      return recall(installedStep({ ...place, role }, clientId, repositoriesOf(role) ?? []));
    },
  };
}
