import { exposedOutline, respondToExposure } from "../../flows/exposed/respond-to-exposure.ts";
import type { ExposedOptions } from "../../flows/exposed/exposed-deps.ts";
import type { Journal } from "../asking/journal.ts";
import type { Prompter } from "../asking/prompter.ts";
import { runFlow } from "../asking/run-flow.ts";
import { createSecretKeeper } from "../asking/secret-keeper.ts";
import type { ExposureRecord } from "../control/exposure/exposure.ts";
import { listNext, renderExposure } from "../control/exposure/render-exposure.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { exitCode } from "../shared/errors.ts";
import { lockFile } from "../shared/file-lock.ts";
import type { Lock } from "../shared/file-lock.ts";
import { printText } from "../shared/print-text.ts";
import { connect } from "./connect.ts";
import type { Connection } from "./connect.ts";
import { openIncidentJournal, recordOf } from "./exposed-journal.ts";
import { openLink, whyNoBrowser } from "../asking/open-link.ts";
import { openPrompter } from "./open-prompter.ts";
import type { AskingOptions } from "./open-prompter.ts";
import { journalPath } from "./state-folder.ts";
import { wireExposed } from "./exposed-deps.ts";
import { requireWritable, writeExposure } from "./outcomes/write-exposure.ts";

export interface RunExposedOptions extends AskingOptions {
  readonly repository: RepositoryName;
  readonly host: string;
  readonly brand?: string;
  readonly open: boolean;
  readonly isNewIncident: boolean;
  /** Files that take the record, as JSON where they are named so. */
  readonly reports: readonly string[];
  readonly response: ExposedOptions;
}

/** `gatehouse exposed`: finds the forge, the open incident and somebody to ask, and runs the flow between them. */
export async function runExposed(options: RunExposedOptions): Promise<void> {
  const { env } = process;
  const { repository } = options;
  await requireWritable(options.reports);
  const { prompter, unusedAnswers } = await openPrompter(
    options,
    "gatehouse exposed --repo acme/control",
  );
  let connection: Connection | undefined;
  let lock: Lock | undefined;
  try {
    connection = await connect({ host: options.host, brand: options.brand, env });
    const place = { profile: connection.profile, repository, env };
    lock = lockFile(journalPath(env, { ...place, flow: "exposed" }));
    const found = await openIncidentJournal(place, prompter, options.isNewIncident);
    const { journal } = found;
    const record = journal
      ? await respond({ prompter, journal, connection, options })
      : found.record;
    await writeExposure(options.reports, record);
    await prompter.close();
    print(record, options.json === true);
    for (const id of unusedAnswers()) printText(`! nobody asked "${id}"\n`, process.stderr);
    if (record.state === "open") process.exitCode = exitCode.incomplete;
  } finally {
    lock?.release();
    await prompter.close();
    await connection?.close();
  }
}

interface Run {
  readonly prompter: Prompter;
  readonly journal: Journal;
  readonly connection: Connection;
  readonly options: RunExposedOptions;
}

async function respond({ prompter, journal, connection, options }: Run): Promise<ExposureRecord> {
  const { repository, open, response } = options;
  const noBrowser = whyNoBrowser(process.env, open);
  const deps = await wireExposed({
    connection,
    repository,
    options: response,
    openLink: noBrowser === undefined ? openLink : () => Promise.resolve(false),
  });
  try {
    return await runFlow(respondToExposure, deps, {
      prompter,
      journal,
      keeper: createSecretKeeper(),
      header: { title: "respond to exposure", subject: repository.full, outline: exposedOutline },
    });
  } catch (error) {
    // Stopped or not: what was done is what the record is for.
    await writeExposure(options.reports, recordOf({ ...deps, env: process.env }, journal));
    throw error;
  }
}

function print(record: ExposureRecord, isJson: boolean): void {
  if (!isJson) return printText(renderExposure(record));
  const json = { ...record, next: listNext(record) };
  process.stdout.write(`${JSON.stringify(json, null, 2)}\n`);
}
