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
import { journalPath } from "./state-folder.ts";

/** Questions of the flow; a change of their order or meaning raises it. */
const flowVersion = 1;

export interface IncidentPlace {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly env: NodeJS.ProcessEnv;
}

/** What is to be done with the journal that is there: respond, or only show how a closed incident went. */
export type IncidentJournal =
  { readonly journal: Journal } | { readonly journal: undefined; readonly record: ExposureRecord };

/**
 * Opens the journal of the incident that is open. A new incident gets a new one, and the old one is kept beside it:
 * it is evidence.
 */
export async function openIncidentJournal(
  place: IncidentPlace,
  prompter: Prompter,
  isNew: boolean,
): Promise<IncidentJournal> {
  const { profile, repository, env } = place;
  const path = journalPath(env, { profile, repository, flow: "exposed" });
  const subject = repository.full;
  const header = { flow: "exposed", version: flowVersion, host: profile.host, subject };
  const journal = await openJournal(path, header);
  const record = recordOf(place, journal);
  const isAnother =
    record !== undefined &&
    (isNew || (record.state === "closed" && (await isNewIncident(prompter, record))));
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

/** A new leak must not be taken for one that was dealt with. */
async function isNewIncident(prompter: Prompter, record: ExposureRecord): Promise<boolean> {
  prompter.begin({ title: "respond to exposure", subject: record.repository, outline: [] });
  const choice = await prompter.choose(
    {
      id: "closed-incident",
      title: "The last incident is closed. What is it now?",
      body: [`It was opened ${record.incident.openedAt} by ${record.incident.openedBy}.`],
      options: [
        { value: "new", label: "A new exposure", hint: "Everything is done from the start." },
        { value: "show", label: "Show the record of the last one" },
      ],
    },
    { canGoBack: false },
  );
  return choice === "new";
}
