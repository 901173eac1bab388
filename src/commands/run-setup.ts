import { setUpControlPlane, setUpOutline } from "../../flows/setup/set-up-control-plane.ts";
import type { SetUpOutcome } from "../../flows/setup/set-up-control-plane.ts";
import type { SetUpDeps } from "../../flows/setup/set-up-deps.ts";
import { openJournal } from "../asking/journal.ts";
import type { Journal } from "../asking/journal.ts";
import type { Prompter } from "../asking/prompter.ts";
import { runFlow } from "../asking/run-flow.ts";
import { createSecretKeeper } from "../asking/secret-keeper.ts";
import type { AppRole } from "../credentials/apps/ceilings.ts";
import { requireRepositoryName } from "../forge/repository-name.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { exitCode } from "../shared/errors.ts";
import { lockFile } from "../shared/file-lock.ts";
import type { Lock } from "../shared/file-lock.ts";
import { printText } from "../shared/print-text.ts";
import { printError } from "../print-error.ts";
import { chooseRepository } from "../../flows/shared/choose-repository.ts";
import { connect } from "./connect.ts";
import { listAdministered } from "./list-administered.ts";
import type { Connection } from "./connect.ts";
import { onKilled } from "./on-killed.ts";
import { openLink, whyNoBrowser } from "../asking/open-link.ts";
import type { OpenedPrompter } from "./open-prompter.ts";
import { printOutcome } from "./outcomes/print-setup.ts";
import { rememberUnsavedKeys } from "../../flows/setup/remember-unsaved-keys.ts";
import { wireSetUp } from "./setup-deps.ts";
import { journalPath } from "./state-folder.ts";

export interface RunSetupOptions {
  readonly json?: boolean;
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly open: boolean;
  readonly port: number;
  readonly appNames: Readonly<Partial<Record<AppRole, string>>>;
  readonly readRepository?: readonly string[];
  readonly writeRepository?: readonly string[];
  readonly askAgain?: boolean;
  /** Stands in for the operator's browser: the demo's robot. */
  readonly openLink?: SetUpDeps["openLink"];
  readonly opened: OpenedPrompter;
}

/** Questions of the setup flow; a change of their order or meaning raises it. */
const flowVersion = 1;

/** `gatehouse setup`: finds the forge, and runs the flow between it and somebody to ask. */
export async function runSetup(options: RunSetupOptions): Promise<void> {
  const { env } = process;
  const approved = readApproved(options);
  const named = options.repo && requireRepositoryName(options.repo, "gatehouse setup --repo");
  const { prompter, unusedAnswers } = options.opened;
  let connection: Connection | undefined;
  let lock: Lock | undefined;
  try {
    connection = await prompter.progress({ id: "connect", title: `Reaching ${options.host}` }, () =>
      connect({ host: options.host, brand: options.brand, env }),
    );
    const opened = connection;
    const { profile } = connection;
    const listRepositories = () => listAdministered(opened);
    const repository = named || (await chooseRepository(prompter, { profile, listRepositories }));
    const header = {
      flow: "setup",
      version: flowVersion,
      host: profile.host,
      subject: repository.full,
    };
    const path = journalPath(env, { profile, repository, flow: "setup" });
    lock = lockFile(path);
    const journal = await openJournal(path, header);
    if (options.askAgain) await journal.setAnswers([]);
    const outcome = await runWith({ prompter, journal, connection, repository, approved, options });
    await prompter.close();
    printOutcome(outcome, { profile, repository, json: options.json === true });
    sayUnused(unusedAnswers(), journal);
    const isComplete = outcome.apps.every(({ installation }) => installation === "proved");
    if (!isComplete) process.exitCode = exitCode.incomplete;
  } finally {
    lock?.release();
    await connection?.close();
  }
}

/** Answers that an earlier run has given already are used, too. */
function sayUnused(places: readonly string[], journal: Journal): void {
  const given = new Set(journal.answers().map(({ id }) => id));
  for (const place of places.filter((text) => !given.has(/"(.*)"/.exec(text)?.[1] ?? ""))) {
    printText(`! Nothing was asked that ${place} answers.\n`, process.stderr);
  }
}

interface Run {
  readonly prompter: Prompter;
  readonly journal: Journal;
  readonly connection: Connection;
  readonly repository: RepositoryName;
  readonly approved: Readonly<Partial<Record<AppRole, readonly RepositoryName[]>>>;
  readonly options: RunSetupOptions;
}

async function runWith(run: Run): Promise<SetUpOutcome> {
  const { prompter, journal, connection, repository, approved, options } = run;
  const noBrowserBecause = whyNoBrowser(process.env, options.open);
  const wired = wireSetUp({
    connection,
    repository,
    approved,
    appNames: options.appNames,
    port: options.port,
    noBrowserBecause,
    openLink: options.openLink ?? chooseOpener(noBrowserBecause),
  });
  const unsaved = rememberUnsavedKeys(wired);
  const sayLost = () => unsaved.lostNow(journal).forEach((lost) => void printError(lost));
  const stopListening = onKilled(sayLost);
  try {
    return await runFlow(setUpControlPlane, unsaved.deps, {
      prompter,
      journal,
      keeper: createSecretKeeper(),
      header: { title: "set up", subject: repository.full, outline: setUpOutline },
    });
  } catch (error) {
    await unsaved.offerToHold(prompter, journal);
    throw error;
  } finally {
    stopListening();
  }
}

function chooseOpener(noBrowserBecause: string | undefined) {
  return noBrowserBecause === undefined ? openLink : () => Promise.resolve(false);
}

function readApproved({ readRepository, writeRepository }: RunSetupOptions) {
  const parse = (names: readonly string[], option: string) =>
    names.map((name) => requireRepositoryName(name, option));
  return {
    ...(readRepository && { read: parse(readRepository, "--read-repository") }),
    ...(writeRepository && { write: parse(writeRepository, "--write-repository") }),
  };
}
