import type { ExposedOptions } from "../../flows/exposed/exposed-deps.ts";
import { placeOf } from "../../flows/exposed/exposed-deps.ts";
import { exposedOutline, respondToExposure } from "../../flows/exposed/respond-to-exposure.ts";
import { openIncidentJournal } from "../../flows/exposed/open-incident-journal.ts";
import type { Journal } from "../prompts/journal.ts";
import type { Prompter } from "../prompts/prompter.ts";
import { runFlow } from "../prompts/run-flow.ts";
import { restoreFrom } from "../prompts/restore-from.ts";
import { createSecretVault } from "../prompts/secret-vault.ts";
import { commandLine, commandLineForFile } from "../plane/repository/command-line.ts";
import type { CommandFormatter } from "../plane/repository/command-line.ts";
import type { ExposureRecord } from "../plane/exposed/exposure.ts";
import { keepJournal } from "../plane/exposed/keep-journal.ts";
import { readRecord } from "../plane/exposed/read-record.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { wireExposed } from "./exposed-deps.ts";
import { openPrompter } from "./open-prompter.ts";
import { printExposure, requireWritable, writeExposure } from "./outcomes/write-exposure.ts";
import { printUnused } from "./outcomes/print-unused.ts";
import { runWizard } from "./run-wizard.ts";
import type { WizardOptions, WizardSession } from "./run-wizard.ts";

export interface RunExposedOptions extends Omit<WizardOptions, "opened" | "location"> {
  readonly repository: RepositoryName;
  readonly isNewIncident: boolean;
  /** Output files for the record; JSON if the name ends in `.json`. */
  readonly reports: readonly string[];
  readonly response: ExposedOptions;
}

const title = "respond to exposure";

/**
 * Runs `gatehouse exposed`: performs the incident response with a prompter, and prints its record.
 */
export async function runExposed(options: RunExposedOptions): Promise<void> {
  await requireWritable(options.reports);
  const opened = await openPrompter(options);
  const { prompter, unusedAnswers } = opened;
  try {
    const location = { repository: options.repository };
    const wizard = { ...options, opened, location, verb: "exposed", title } as const;
    await runWizard(wizard, async (session) => {
      const { connection, repository, journalFile, openJournal } = session;
      const at = { profile: connection.profile, repository };
      const keep = (openedAt: string) => keepJournal(journalFile, openedAt);
      const found = await openIncidentJournal(
        prompter,
        { openJournal, keepJournal: keep },
        { location: placeOf(at), isNew: options.isNewIncident },
      );
      const { journal } = found;
      const command: CommandFormatter = (verb, more) => commandLine(verb, at, more);
      const commandForFile: CommandFormatter = (verb, more) => commandLineForFile(verb, at, more);
      const record = journal
        ? await respond(session, { prompter: session.prompter, journal, commandForFile, options })
        : found.record;
      await writeExposure(options.reports, record, commandForFile);
      await prompter.close();
      printExposure(record, { command, isJson: options.json === true });
      printUnused(unusedAnswers());
      if (record.state === "open") process.exitCode = exitCode.incomplete;
    });
  } finally {
    await prompter.close();
  }
}

interface Run {
  readonly prompter: Prompter;
  readonly journal: Journal;
  readonly commandForFile: CommandFormatter;
  readonly options: RunExposedOptions;
}

async function respond(
  { connection, repository, openLink }: WizardSession,
  { prompter, journal, commandForFile, options }: Run,
): Promise<ExposureRecord> {
  const { response, reports } = options;
  const deps = await wireExposed({
    connection,
    repository,
    options: response,
    openLink,
    env: ourEnvironment(),
  });
  const known = readRecord(placeOf(deps), restoreFrom(journal))?.credentials ?? [];
  try {
    return await runFlow(respondToExposure, deps, {
      prompter,
      journal,
      vault: createSecretVault(),
      header: {
        title,
        subject: repository.full,
        outline: exposedOutline([...new Set([...known, ...response.credentials])]),
      },
    });
  } catch (error) {
    // The record contains the completed steps, even after a stop.
    await writeExposure(reports, readRecord(placeOf(deps), restoreFrom(journal)), commandForFile);
    throw error;
  }
}
