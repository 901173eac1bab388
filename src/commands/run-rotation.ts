import { rotateCredentials } from "../../flows/rotate/rotate-credentials.ts";
import { rotationOutline } from "../../flows/rotate/rotation-outline.ts";
import { closeRotation, findOpen, startRotation } from "../../flows/rotate/rotation-journal.ts";
import { isRotationComplete } from "../plane/rotate/journal-results.ts";
import type { RotationOutcome } from "../plane/rotate/journal-results.ts";
import type { Journal } from "../prompts/journal.ts";
import type { Prompter } from "../prompts/prompter.ts";
import { runFlow } from "../prompts/run-flow.ts";
import { createSecretVault } from "../prompts/secret-vault.ts";
import { hostTitle, wizardTitles } from "../prompts/wizard-titles.ts";
import type { StoredCredential } from "../credentials/credential.ts";
import { exitCode } from "../shared/errors.ts";
import { printRotation } from "./outcomes/print-rotation.ts";
import { printUnused } from "./outcomes/print-unused.ts";
import { wireRotation } from "./rotate-deps.ts";
import { runWizard } from "./run-wizard.ts";
import type { WizardOptions, WizardSession } from "./run-wizard.ts";
import { ourEnvironment } from "../shared/child-environment.ts";

export interface RunRotationOptions extends WizardOptions {
  readonly startOver?: boolean;
  readonly wanted: readonly StoredCredential[] | undefined;
}

/** Runs `gatehouse rotate`: performs the rotation with a prompter, and prints the result. */
export async function runRotation(options: RunRotationOptions): Promise<void> {
  const { prompter, unusedAnswers } = options.opened;
  prompter.begin({
    title: wizardTitles.rotate,
    subject: options.location.subject ?? hostTitle(options.host),
    outline: [],
  });
  const wizard = { ...options, verb: "rotate", title: wizardTitles.rotate } as const;
  await runWizard(wizard, async (session) => {
    const { repository, connection } = session;
    const { profile } = connection;
    const location = { profile, repository };
    const journal = await session.openJournal();
    const startOver = options.startOver === true;
    await startRotation(journal, location, { startOver, now: new Date() });
    const outcome = await rotate(session, { prompter: session.prompter, journal, options });
    await closeRotation(journal, location);
    await prompter.close();
    printRotation(outcome, { ...location, json: options.json === true });
    printUnused(unusedAnswers());
    if (!isRotationComplete(outcome)) process.exitCode = exitCode.incomplete;
  });
}

interface Run {
  readonly prompter: Prompter;
  readonly journal: Journal;
  readonly options: RunRotationOptions;
}

function rotate(
  session: WizardSession,
  { prompter, journal, options }: Run,
): Promise<RotationOutcome> {
  const { repository, connection, subject } = session;
  const { wanted } = options;
  const deps = wireRotation({ ...session, wanted, env: ourEnvironment() });
  const open = findOpen(journal, { profile: connection.profile, repository });
  return runFlow(rotateCredentials, deps, {
    prompter,
    journal,
    vault: createSecretVault(),
    header: {
      title: wizardTitles.rotate,
      subject,
      outline: rotationOutline(wanted ?? open?.credentials ?? []),
    },
  });
}
