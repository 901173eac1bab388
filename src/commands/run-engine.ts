import { createHash } from "node:crypto";
import { join } from "node:path";
import { chooseDefinition } from "../../flows/engine/choose-definition.ts";
import { configureEngine, type EngineOutcome } from "../../flows/engine/configure-engine.ts";
import { forgetEngine } from "../../flows/engine/engine-journal.ts";
import { openJournal } from "../prompts/journal.ts";
import { reportOlderJournal } from "../prompts/report-older-journal.ts";
import type { Prompter } from "../prompts/prompter.ts";
import { runFlow } from "../prompts/run-flow.ts";
import { createSecretVault } from "../prompts/secret-vault.ts";
import { findDefinitionFile } from "../compiler/project/definition-file.ts";
import { definitionsFolder, listDefinitions } from "../compiler/project/find-definitions.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { lockFile } from "../shared/file-lock.ts";
import { engineCommands, type EngineCommands } from "./engine-commands.ts";
import { wireEngine } from "./engine-deps.ts";
import type { OpenedPrompter } from "./open-prompter.ts";
import { printEngine } from "./outcomes/print-engine.ts";
import { printUnused } from "./outcomes/print-unused.ts";
import { explainHowToContinue } from "./explain-how-to-continue.ts";
import { stateFolder } from "../shared/state-folder.ts";

/** Command-line options. */
export interface EngineSetup {
  readonly file?: string;
  readonly brand?: string | undefined;
  readonly org?: string | undefined;
  readonly project?: string | undefined;
  readonly plain?: boolean | undefined;
  readonly askAgain?: boolean;
  readonly json?: boolean;
}

/** Sets up a definition's engine with a prompter, and prints the result. */
export async function runEngine(setup: EngineSetup, opened: OpenedPrompter): Promise<void> {
  const { prompter, unusedAnswers } = opened;
  const { outcome, answered, ...location } = await askForEngine(setup, prompter);
  await prompter.close();
  printEngine(outcome, { ...location, json: setup.json === true });
  printUnused(unusedAnswers(), answered);
  // A postponed secret is not a failure, but a location that could not be read makes the result
  // incomplete.
  if (outcome.secrets.some(({ reason }) => reason)) process.exitCode = exitCode.incomplete;
}

export interface AskedEngine {
  readonly outcome: EngineOutcome;
  /** Name of the definition, as given on the command line or chosen by the operator. */
  readonly definitionName: string;
  readonly pipelineName: string;
  readonly commands: EngineCommands;
  /** IDs of the questions that were answered, now or in an earlier run. */
  readonly answered: ReadonlySet<string>;
}

/**
 * Asks the questions, writes the files, stores the secrets, and leaves the prompter open. If the
 * operator stops, the answers are kept.
 */
export async function askForEngine(setup: EngineSetup, prompter: Prompter): Promise<AskedEngine> {
  const definitionName = setup.file ?? (await askForFile(prompter));
  const commands = engineCommands({ ...setup, definitionName });
  const definitionFile = await findDefinitionFile(definitionName);
  const journalFile = journalPath(ourEnvironment(), definitionFile);
  const lock = lockFile(journalFile);
  try {
    const location = { flow: "engine", version: 2, host: "local", subject: definitionFile };
    const journal = await openJournal(journalFile, location);
    await reportOlderJournal(prompter, journal);
    if (setup.askAgain) await forgetEngine(journal);
    const deps = await wireEngine({ ...setup, definitionName, definitionFile, commands });
    const header = { title: "configure", subject: definitionName, outline: [] };
    const vault = createSecretVault();
    const outcome = await runFlow(configureEngine, deps, { prompter, journal, vault, header });
    const answered = new Set(journal.answers().map(({ id }) => id));
    await forgetEngine(journal);
    return { outcome, definitionName, pipelineName: deps.pipelineName, commands, answered };
  } catch (error) {
    const manner = setup.plain ? " --plain" : "";
    throw explainHowToContinue(error, `${commands.engine}${manner}`);
  } finally {
    lock.release();
  }
}

async function askForFile(prompter: Prompter): Promise<string> {
  const found = await listDefinitions(definitionsFolder);
  return chooseDefinition(prompter, {
    found,
    nameFile: (agent) => join(definitionsFolder, `${agent}.md`),
  });
}

/** Returns the path of the journal for a definition. */
function journalPath(env: NodeJS.ProcessEnv, definitionFile: string): string {
  const name = createHash("sha256").update(definitionFile).digest("hex").slice(0, 32);
  return join(stateFolder(env), "engine", `${name}.json`);
}
