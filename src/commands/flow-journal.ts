import { openJournal } from "../prompts/journal.ts";
import type { Journal } from "../prompts/journal.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { journalPath } from "./state-folder.ts";

/** Of each flow's questions; a change of their order or meaning raises it. */
const flowVersions = { setup: 1, rotate: 2, exposed: 1, remove: 1 } as const;

export interface FlowPlace {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly flow: keyof typeof flowVersions;
}

/** Opens the journal that a flow keeps on this machine for a control repository. @throws InvalidInput */
export function openFlowJournal(env: NodeJS.ProcessEnv, place: FlowPlace): Promise<Journal> {
  const { profile, repository, flow } = place;
  return openJournal(journalPath(env, place), {
    flow,
    version: flowVersions[flow],
    host: profile.host,
    subject: repository.full,
  });
}
