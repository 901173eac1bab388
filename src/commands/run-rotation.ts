import { rotateCredentials, rotationOutline } from "../../flows/rotate/rotate-credentials.ts";
import type { RotationOutcome } from "../control/rotation/journal-results.ts";
import type { Journal } from "../asking/journal.ts";
import { openJournal } from "../asking/journal.ts";
import type { Prompter } from "../asking/prompter.ts";
import { runFlow } from "../asking/run-flow.ts";
import { createSecretKeeper } from "../asking/secret-keeper.ts";
import type { RotatedCredential } from "../control/rotation/rotation.ts";
import { requireRepositoryName } from "../forge/repository-name.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { exitCode } from "../shared/errors.ts";
import { lockFile } from "../shared/file-lock.ts";
import type { Lock } from "../shared/file-lock.ts";
import { printText } from "../shared/print-text.ts";
import { chooseRepository } from "../../flows/shared/choose-repository.ts";
import { connect } from "./connect.ts";
import { listAdministered } from "./list-administered.ts";
import type { Connection } from "./connect.ts";
import { openLink, whyNoBrowser } from "../asking/open-link.ts";
import { openPrompter } from "./open-prompter.ts";
import type { AskingOptions } from "./open-prompter.ts";
import { isComplete, printRotation } from "./outcomes/print-rotation.ts";
import { closeRotation, findOpen, startRotation } from "../../flows/rotate/rotation-journal.ts";
import { journalPath } from "./state-folder.ts";
import { wireRotation } from "./rotate-deps.ts";

export interface RunRotationOptions extends AskingOptions {
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly open: boolean;
  readonly startOver?: boolean;
  readonly wanted: readonly RotatedCredential[] | undefined;
}

/** Questions of the rotation; a change of their order or meaning raises it. */
const flowVersion = 1;

/** `gatehouse rotate`: finds the forge and somebody to ask, and runs the flow between the two. */
export async function runRotation(options: RunRotationOptions): Promise<void> {
  const { env } = process;
  const example = "gatehouse rotate --repo acme/control";
  const named = options.repo && requireRepositoryName(options.repo, "gatehouse rotate --repo");
  const { prompter, unusedAnswers } = await openPrompter(options, example);
  let connection: Connection | undefined;
  let lock: Lock | undefined;
  try {
    prompter.begin({ title: "rotate", subject: named ? named.full : options.host, outline: [] });
    connection = await prompter.progress({ id: "connect", title: `Reaching ${options.host}` }, () =>
      connect({ host: options.host, brand: options.brand, env }),
    );
    const { profile } = connection;
    const opened = connection;
    const listRepositories = () => listAdministered(opened);
    const repository =
      named || (await chooseRepository(prompter, { profile, listRepositories }, "rotate"));
    const place = { profile, repository };
    const path = journalPath(env, { ...place, flow: "rotate" });
    lock = lockFile(path);
    const journal = await openRotationJournal(path, place);
    await startRotation(journal, place, {
      startOver: options.startOver === true,
      now: new Date(),
    });
    const outcome = await runWith({ prompter, journal, connection, repository, options });
    await closeRotation(journal, place);
    await prompter.close();
    printRotation(outcome, { ...place, json: options.json === true });
    for (const text of unusedAnswers()) {
      printText(`! Nothing was asked that ${text} answers.\n`, process.stderr);
    }
    if (!isComplete(outcome)) process.exitCode = exitCode.incomplete;
  } finally {
    lock?.release();
    await prompter.close();
    await connection?.close();
  }
}

type Place = Pick<Connection, "profile"> & { readonly repository: RepositoryName };

function openRotationJournal(path: string, { profile, repository }: Place): Promise<Journal> {
  const subject = repository.full;
  const header = { flow: "rotate", version: flowVersion, host: profile.host, subject };
  return openJournal(path, header);
}

interface Run {
  readonly prompter: Prompter;
  readonly journal: Journal;
  readonly connection: Connection;
  readonly repository: RepositoryName;
  readonly options: RunRotationOptions;
}

function runWith(run: Run): Promise<RotationOutcome> {
  const { prompter, journal, connection, repository, options } = run;
  const place = { profile: connection.profile, repository };
  const noBrowserBecause = whyNoBrowser(process.env, options.open);
  const deps = wireRotation({
    connection,
    repository,
    wanted: options.wanted,
    noBrowserBecause,
    openLink: noBrowserBecause === undefined ? openLink : () => Promise.resolve(false),
    env: process.env,
  });
  return runFlow(rotateCredentials, deps, {
    prompter,
    journal,
    keeper: createSecretKeeper(),
    header: {
      title: "rotate",
      subject: repository.full,
      outline: rotationOutline(findOpen(journal, place)?.credentials ?? options.wanted ?? []),
    },
  });
}
