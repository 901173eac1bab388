import type { Journal } from "../../src/prompts/journal.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { restoreFrom } from "../../src/prompts/restore-from.ts";
import type { ExposureLocation, ExposureRecord } from "../../src/plane/exposed/exposure.ts";
import { readRecord } from "../../src/plane/exposed/read-record.ts";
import { askNewIncident } from "./ask-new-incident.ts";

export interface IncidentJournalDeps {
  readonly openJournal: () => Promise<Journal>;
  /** Keeps the journal under another name, so that the next journal starts empty. */
  readonly keepJournal: (openedAt: string) => Promise<unknown>;
}

/**
 * How to use the existing journal: respond to the incident, or only show the record of a closed
 * one.
 */
export type IncidentJournal =
  { readonly journal: Journal } | { readonly journal: undefined; readonly record: ExposureRecord };

/**
 * Opens the journal of the open incident. A new incident gets a new journal, and the previous
 * journal is kept as evidence.
 */
export async function openIncidentJournal(
  prompter: Prompter,
  deps: IncidentJournalDeps,
  { location, isNew }: { readonly location: ExposureLocation; readonly isNew: boolean },
): Promise<IncidentJournal> {
  const journal = await deps.openJournal();
  const record = readRecord(location, restoreFrom(journal));
  const isAnother =
    record !== undefined &&
    (isNew || (record.state === "closed" && (await askNewIncident(prompter, record))));
  if (record && isAnother) {
    await deps.keepJournal(record.incident.openedAt);
    return { journal: await deps.openJournal() };
  }
  if (record?.state === "closed") return { journal: undefined, record };
  // Completed steps are restored from the journal. All questions are asked again, because the
  // situation may have changed.
  if (journal.answers().length > 0) await journal.setAnswers([]);
  return { journal };
}
