import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { forgetSetup, forgetTrial } from "../../../flows/firewall/firewall-journal.ts";
import { setUpFirewall, type FirewallOutcome } from "../../../flows/firewall/set-up-firewall.ts";
import { openJournal } from "../../prompts/journal.ts";
import { reportOlderJournal } from "../../prompts/report-older-journal.ts";
import type { Prompter } from "../../prompts/prompter.ts";
import { runFlow } from "../../prompts/run-flow.ts";
import { createSecretVault } from "../../prompts/secret-vault.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { lockFile } from "../../shared/file-lock.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import type { OpenedPrompter } from "../open-prompter.ts";
import { printFirewall } from "../outcomes/print-firewall.ts";
import { printUnused } from "../outcomes/print-unused.ts";
import { explainHowToContinue } from "../explain-how-to-continue.ts";
import { forgeWords } from "../forge-words.ts";
import { stateFolder } from "../../shared/state-folder.ts";
import { wireFirewall } from "./setup-deps.ts";

export interface FirewallSetup {
  readonly config: string;
  readonly host: string;
  readonly brand?: string | undefined;
  readonly plain?: boolean | undefined;
  readonly askAgain?: boolean;
  readonly json?: boolean;
}

/** Sets up a rules file with a prompter, and prints the result. */
export async function runSetup(setup: FirewallSetup, opened: OpenedPrompter): Promise<void> {
  const { prompter, unusedAnswers } = opened;
  const { answered, ...asked } = await askForRules(setup, prompter);
  await prompter.close();
  printFirewall(asked.outcome, { ...asked, config: setup.config, json: setup.json === true });
  printUnused(unusedAnswers(), answered);
}

export interface AskedRules {
  readonly outcome: FirewallOutcome;
  /** Absolute path. */
  readonly rulesFile: string;
  /** Command that asks about the same rules again. */
  readonly change: string;
  /** IDs of the questions that were answered, now or in an earlier run. */
  readonly answered: ReadonlySet<string>;
}

/**
 * Asks for rules, writes and tests them, and leaves the prompter open. If the operator stops, the
 * answers are kept.
 */
export async function askForRules(setup: FirewallSetup, prompter: Prompter): Promise<AskedRules> {
  const rulesFile = await findFile(setup.config);
  const journalFile = journalPath(ourEnvironment(), rulesFile);
  const lock = lockFile(journalFile);
  try {
    const location = { flow: "firewall", version: 3, host: "local", subject: rulesFile };
    const journal = await openJournal(journalFile, location);
    await reportOlderJournal(prompter, journal);
    await (setup.askAgain ? forgetSetup(journal) : forgetTrial(journal));
    const deps = wireFirewall({ ...setup, rulesFile });
    const header = { title: "set up", subject: `the firewall, ${setup.config}`, outline: [] };
    const vault = createSecretVault();
    const outcome = await runFlow(setUpFirewall, deps, { prompter, journal, vault, header });
    const answered = new Set(journal.answers().map(({ id }) => id));
    await forgetSetup(journal);
    return { outcome, rulesFile, change: commandAgain(setup), answered };
  } catch (error) {
    throw explainHowToContinue(error, commandAgain(setup, setup.plain ? ["--plain"] : []));
  } finally {
    lock.release();
  }
}

function commandAgain(setup: FirewallSetup, manner: readonly string[] = []): string {
  const words = ["--config", setup.config, ...forgeWords(setup), ...manner];
  return ownCommandLine("firewall", "setup", ...words);
}

/** Resolves a symbolic link, because its target is the file to write. */
async function findFile(config: string): Promise<string> {
  const path = resolve(config);
  try {
    return await realpath(path);
  } catch {
    // The file does not exist yet, but the path of its directory can contain a symbolic link.
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    return join(folder, basename(path));
  }
}

/** Returns the path of the journal for a rules file. */
function journalPath(env: NodeJS.ProcessEnv, rulesFile: string): string {
  const name = createHash("sha256").update(rulesFile).digest("hex").slice(0, 32);
  return join(stateFolder(env), "firewall", `${name}.json`);
}
