import { endEarly, guardKeys } from "../../flows/setup/end-early.ts";
import { trackUnsavedKeys } from "../../flows/setup/track-unsaved-keys.ts";
import { forgetDeclined } from "../../flows/setup/offer-control-file.ts";
import { setUpControlPlane } from "../../flows/setup/set-up-control-plane.ts";
import { setUpOutline } from "../../flows/setup/set-up-outline.ts";
import { beginScope } from "../../flows/setup/scope-journal.ts";
import { overallStatusAfter } from "../../flows/setup/set-up-outcome.ts";
import type { SetUpOutcome } from "../../flows/setup/set-up-outcome.ts";
import type { SetUpDeps } from "../../flows/setup/set-up-deps.ts";
import { listAnswered } from "../prompts/journal.ts";
import type { Journal } from "../prompts/journal.ts";
import { restoreFrom } from "../prompts/restore-from.ts";
import { createControlMemory } from "../plane/repository/repository-cache.ts";
import type { ControlMemory } from "../plane/repository/repository-cache.ts";
import { readStatus } from "../plane/verify/read-status.ts";
import { lowerBy } from "../plane/verify/overall-status.ts";
import type { StatusDocument } from "../plane/verify/status-document.ts";
import { findSetUpProofs } from "../plane/setup/set-up-proofs.ts";
import { runFlow } from "../prompts/run-flow.ts";
import type { Prompter } from "../prompts/prompter.ts";
import { createSecretVault } from "../prompts/secret-vault.ts";
import { printError } from "../cli/print-error.ts";
import { Cancelled, UserError, exitCode } from "../shared/errors.ts";
import { rulesFileName } from "../firewall/config/rules-file-name.ts";
import type { AskedRules } from "./firewall/run-setup.ts";
import type { AskedEngine } from "./run-engine.ts";
import { printEngine } from "./outcomes/print-engine.ts";
import { printFirewall } from "./outcomes/print-firewall.ts";
import { printOutcome } from "./outcomes/print-setup.ts";
import { printUnused } from "./outcomes/print-unused.ts";
import type { WizardOptions, WizardSession } from "./run-wizard.ts";
import { ownPackage } from "./own-package.ts";
import { wireSetUp } from "./setup-deps.ts";
import { wizardTitles } from "../prompts/wizard-titles.ts";

export interface SetupRequest
  extends WizardOptions, Pick<SetUpDeps, "purpose" | "port" | "appNames" | "approved"> {
  readonly askAgain?: boolean;
  /** Replaces the operator's browser in the demo. */
  readonly openLink?: SetUpDeps["openLink"];
}

/** Runs `gatehouse setup` and `gatehouse scope`: performs the flow, and prints the result. */
export async function runSetup(session: WizardSession, options: SetupRequest): Promise<void> {
  const { prompter, unusedAnswers } = options.opened;
  const { purpose } = options;
  const { repository, connection } = session;
  const { profile } = connection;
  const location = { profile, repository };
  const journal = await session.openJournal();
  if (options.askAgain) {
    await journal.setAnswers([]);
    await forgetDeclined(journal, location);
  }
  if (purpose === "scope") await beginScope(journal, location);
  const memory = createControlMemory(connection.client, repository);
  const { outcome, changes } = await setUp(session, { options, journal, memory });
  const after = overallStatusAfter(outcome);
  const readStatusNow = { journal, memory };
  const status = after === "complete" ? await readAgain(session, readStatusNow) : undefined;
  const overallStatus = lowerBy(after, status, outcome.controlFile === "later");
  const rules = outcome.firewall === "now" ? await tryForRules(options, prompter) : undefined;
  const isStopped = rules && "error" in rules;
  const engine =
    outcome.engine === "now" && !isStopped ? await tryForEngine(options, prompter) : undefined;
  await prompter.close();
  const json = options.json === true;
  printOutcome(outcome, {
    ...location,
    json,
    overallStatus,
    status,
    changes,
    duration: describeDuration(),
    program: ownPackage(),
  });
  if (rules && "error" in rules) throw rules.error;
  // With --json, standard output contains only one document.
  if (rules && !json) printFirewall(rules.outcome, { ...rules, config: rulesFileName, json });
  if (engine && "error" in engine) throw engine.error;
  if (engine && !json) printEngine(engine.outcome, { ...engine, json });
  // Answers that an earlier run has used are not reported as unused.
  printUnused(unusedAnswers(), new Set(listAnswered(journal.answers())));
  // A postponed scope is not a failure; the status lists what is missing.
  if (overallStatus === "incomplete") process.exitCode = exitCode.incomplete;
}

/**
 * Returns errors as values: if the operator stops during the firewall questions, the completed
 * setup is still reported.
 */
async function tryForRules(
  { host, brand, plain }: SetupRequest,
  prompter: Prompter,
): Promise<AskedRules | { readonly error: unknown }> {
  const { askForRules } = await import("./firewall/run-setup.ts");
  const asked = askForRules({ config: rulesFileName, host, brand, plain }, prompter);
  return asked.catch((error: unknown) => ({ error }));
}

/**
 * Asks the questions about an agent's engine. Returns errors as values, so that the completed setup
 * is still reported.
 */
async function tryForEngine(
  { brand, plain }: SetupRequest,
  prompter: Prompter,
): Promise<AskedEngine | { readonly error: unknown }> {
  const { askForEngine } = await import("./run-engine.ts");
  return askForEngine({ brand, plain }, prompter).catch((error: unknown) => ({ error }));
}

/**
 * Reads the state of the complete control plane, not only of the parts that this setup created;
 * undefined if the state cannot be read.
 */
async function readAgain(
  { repository, connection, prompter }: WizardSession,
  { journal, memory }: Pick<Run, "journal" | "memory">,
): Promise<StatusDocument | undefined> {
  const { profile } = connection;
  const proofs = findSetUpProofs(restoreFrom(journal), { profile, repository });
  const readStatusNow = async () =>
    readStatus({
      client: await connection.client(),
      stranger: connection.stranger,
      repository,
      memory,
      now: new Date(),
      proofs,
    });
  try {
    return await prompter.progress(
      { id: "overall-status", title: "Checking status" },
      readStatusNow,
    );
  } catch (error) {
    // The setup is complete anyway; `status` explains why the state cannot be read.
    if (error instanceof UserError && !(error instanceof Cancelled)) return undefined;
    throw error;
  }
}

/**
 * Formats the run's duration, such as `took 6 min`. Empty if the run took less than half a minute.
 */
function describeDuration(): string {
  const minutes = Math.round(process.uptime() / 60);
  return minutes === 0 ? "" : `took ${minutes} min`;
}

interface Run {
  readonly options: SetupRequest;
  readonly journal: Journal;
  /** Data that setup has read, so that the final check does not read it again. */
  readonly memory: ControlMemory;
}

async function setUp(
  { repository, prompter, subject, ...session }: WizardSession,
  { options, journal, memory }: Run,
): Promise<{ outcome: SetUpOutcome; changes: readonly string[] }> {
  const { appNames, approved, port, opened, purpose, openLink: byHand } = options;
  const changes = new Set<string>();
  const deps = wireSetUp({
    ...session,
    repository,
    memory,
    approved,
    purpose,
    appNames,
    commandGiven: process.argv.slice(2),
    port,
    openLink: byHand
      ? (link, selection) => byHand(session.connection.signIn(link), selection)
      : session.openLink,
    noteChange: (change) => void changes.add(change),
  });
  const unsaved = trackUnsavedKeys(deps);
  guardKeys(opened.stops, { journal, unsaved }, (lost) => void printError(lost));
  try {
    const outcome = await runFlow(setUpControlPlane, unsaved.deps, {
      prompter,
      journal: unsaved.storeWithout(journal, prompter),
      vault: createSecretVault(),
      header: { title: wizardTitles[purpose], subject, outline: setUpOutline() },
    });
    return { outcome, changes: [...changes] };
  } catch (error) {
    throw await endEarly({ prompter, journal, unsaved }, error);
  }
}
