import { removeControlPlane } from "../../flows/remove/remove-control-plane.ts";
import { runFlow } from "../prompts/run-flow.ts";
import { createSecretVault } from "../prompts/secret-vault.ts";
import { wizardTitles } from "../prompts/wizard-titles.ts";
import { deleteRemovalJournal, dropEmptyFolders, lockMachine } from "../plane/remove/machine.ts";
import type { RemovalOutcome } from "../plane/remove/outcome.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { printRemoval } from "./outcomes/print-removal.ts";
import { printUnused } from "./outcomes/print-unused.ts";
import { wireRemoval } from "./remove-deps.ts";
import { runWizard } from "./run-wizard.ts";
import type { WizardOptions, WizardSession } from "./run-wizard.ts";

/**
 * Runs `gatehouse remove`: performs the removal with a prompter, and prints what was deleted and
 * what is kept.
 */
export async function runRemoval(options: WizardOptions): Promise<void> {
  const { prompter, unusedAnswers } = options.opened;
  let journalFile = "";
  try {
    const wizard = { ...options, verb: "remove", title: wizardTitles.remove } as const;
    await runWizard(wizard, async (session) => {
      const { repository, connection } = session;
      journalFile = session.journalFile;
      const outcome = await remove(session);
      await prompter.close();
      const location = { profile: connection.profile, repository };
      printRemoval(outcome, { ...location, json: options.json === true });
      printUnused(unusedAnswers());
      if (!outcome.complete) process.exitCode = exitCode.incomplete;
    });
  } finally {
    // The lock file was the last file in these directories, so empty directories can be deleted
    // now.
    if (journalFile !== "") dropEmptyFolders(journalFile);
  }
}

async function remove(session: WizardSession): Promise<RemovalOutcome> {
  const { connection, repository, subject, journalFile, openLink, prompter } = session;
  const held = lockMachine(journalFile);
  try {
    const journal = await session.openJournal();
    // A confirmation covers only what was shown at that time, so every run asks again. The only
    // answers that are kept are the operator's reports about parts that the account cannot see.
    await journal.setAnswers([]);
    const env = ourEnvironment();
    const deps = wireRemoval({ connection, repository, journalFile, openLink, env });
    const outcome = await runFlow(removeControlPlane, deps, {
      prompter,
      journal,
      vault: createSecretVault(),
      header: { title: wizardTitles.remove, subject, outline: [] },
    });
    if (outcome.complete) deleteRemovalJournal(journalFile);
    return outcome;
  } finally {
    held.release();
  }
}
