import { openJournal, openSteps } from "../prompts/journal.ts";
import type { Journal, JournalHeader } from "../prompts/journal.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { journalPath } from "./journal-path.ts";

/**
 * Version of each flow's questions and steps. Increase it when their IDs, order or meaning changes.
 */
const flowVersions = { setup: 2, rotate: 4, exposed: 2, remove: 2 } as const;

export interface FlowLocation {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly flow: keyof typeof flowVersions;
}

/**
 * Opens a flow's journal for a control repository on this machine, with the answers to one command.
 * @throws InvalidInput
 */
export function openFlowJournal(
  env: NodeJS.ProcessEnv,
  location: FlowLocation,
  command: string,
): Promise<Journal> {
  return openJournal(journalPath(env, location), { ...headerOf(location), command });
}

/**
 * Opens a flow's journal for a command that only reads or records its steps.
 * @throws InvalidInput
 */
export function openFlowSteps(env: NodeJS.ProcessEnv, location: FlowLocation): Promise<Journal> {
  return openSteps(journalPath(env, location), headerOf(location));
}

function headerOf({ profile, repository, flow }: FlowLocation): JournalHeader {
  return { flow, version: flowVersions[flow], host: profile.host, subject: repository.full };
}
