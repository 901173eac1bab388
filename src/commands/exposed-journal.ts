import { askNewIncident } from "../../flows/exposed/ask-new-incident.ts";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openJournal } from "../asking/journal.ts";
import type { Journal } from "../asking/journal.ts";
import type { Prompter } from "../asking/prompter.ts";
import { recallFrom } from "../asking/recall-from.ts";
import type { ExposureRecord } from "../control/exposure/exposure.ts";
import { readRecord } from "../control/exposure/read-record.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";

/** Questions of the flow; a change of their order or meaning raises it. */
const flowVersion = 1;

export interface IncidentPlace {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
}

/** What is to be done with the journal that is there: respond, or only show how a closed incident went. */
export type IncidentJournal =
  { readonly journal: Journal } | { readonly journal: undefined; readonly record: ExposureRecord };

/**
 * Opens the journal of the incident that is open. A new incident gets a new one, and the old one is kept beside it:
 * it is evidence.
 */
export async function openIncidentJournal(
  place: IncidentPlace & { readonly journalFile: string },
  prompter: Prompter,
  isNew: boolean,
): Promise<IncidentJournal> {
  const { profile, repository, journalFile: path } = place;
  const subject = repository.full;
  const header = { flow: "exposed", version: flowVersion, host: profile.host, subject };
  const journal = await openJournal(path, header);
  const record = recordOf(place, journal);
  const isAnother =
    record !== undefined &&
    (isNew || (record.state === "closed" && (await askNewIncident(prompter, record))));
  if (record && isAnother) {
    const stamp = record.incident.openedAt.replaceAll(":", "-");
    await rename(path, join(dirname(path), `exposed-${stamp}.json`));
    return { journal: await openJournal(path, header) };
  }
  if (record?.state === "closed") return { journal: undefined, record };
  // What is done is known by its steps; whatever is left is asked again, for things may have changed.
  if (journal.answers().length > 0) await journal.setAnswers([]);
  return { journal };
}

export function recordOf({ profile, repository }: IncidentPlace, journal: Journal) {
  const place = { host: profile.host, repository: repository.full };
  return readRecord(place, recallFrom(journal));
}
