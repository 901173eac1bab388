import { openJournal } from "../prompts/journal.ts";
import type { Journal } from "../prompts/journal.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { journalPath } from "./state-folder.ts";

/**
 * Version of each flow's questions and steps. Increase it when their IDs, order or meaning changes.
 */
const flowVersions = { setup: 2, rotate: 3, exposed: 2, remove: 2 } as const;

export interface FlowLocation {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly flow: keyof typeof flowVersions;
}

/** Opens a flow's journal for a control repository on this machine. @throws InvalidInput */
export function openFlowJournal(env: NodeJS.ProcessEnv, location: FlowLocation): Promise<Journal> {
  const { profile, repository, flow } = location;
  return openJournal(journalPath(env, location), {
    flow,
    version: flowVersions[flow],
    host: profile.host,
    subject: repository.full,
  });
}
