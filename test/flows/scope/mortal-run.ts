import { join } from "node:path";
import { setUpControlPlane } from "../../../flows/setup/set-up-control-plane.ts";
import { setUpOutline } from "../../../flows/setup/set-up-outline.ts";
import type { SetUpOutcome } from "../../../flows/setup/set-up-outcome.ts";
import { openJournal, type Journal } from "../../../src/prompts/journal.ts";
import { runFlow } from "../../../src/prompts/run-flow.ts";
import { createSecretVault } from "../../../src/prompts/secret-vault.ts";
import { wireSetUp } from "../../../src/commands/setup-deps.ts";
import { repository } from "../setup/bench.ts";
import { connectInProcess } from "../setup/connect-in-process.ts";
import { createOperator, type OperatorOptions } from "../setup/operator.ts";
import type { ScopeBench } from "./scope-bench.ts";

export interface MortalRun {
  readonly outcome: SetUpOutcome | undefined;
  readonly wasKilled: boolean;
  readonly asked: readonly string[];
}

class Killed extends Error {}

/** Runs a setup that is killed right after a write of its journal. */
export async function runMortal(
  bench: ScopeBench,
  operatorOptions: OperatorOptions,
  writes: number,
): Promise<MortalRun> {
  const connection = connectInProcess(bench.emulator);
  const header = {
    flow: "setup",
    version: 1,
    host: connection.profile.host,
    subject: repository.full,
  };
  const journal = await openJournal(join(bench.folder, "journal.json"), header);
  const operator = createOperator(operatorOptions);
  const deps = wireSetUp({
    connection,
    repository,
    approved: {},
    purpose: "setup",
    appNames: {},
    commandGiven: ["setup"],
    port: 0,
    noBrowserReason: undefined,
    openLink: () => Promise.resolve(true),
  });
  const running = runFlow(setUpControlPlane, deps, {
    prompter: operator.prompter,
    journal: mortal(journal, writes),
    vault: createSecretVault(),
    header: { title: "set up", subject: repository.full, outline: setUpOutline() },
  });
  const outcome = await running.catch((error: unknown) => {
    if (error instanceof Killed) return undefined;
    throw error;
  });
  const asked = operator.asked.map(({ id }) => id);
  return { outcome, wasKilled: outcome === undefined, asked };
}

function mortal(journal: Journal, writes: number): Journal {
  let left = writes;
  const after = async (write: Promise<void>) => {
    await write;
    left -= 1;
    if (left === 0) throw new Killed();
  };
  return {
    ...journal,
    setAnswers: (answers) => after(journal.setAnswers(answers)),
    finishStep: (id, result) => after(journal.finishStep(id, result)),
    forgetStep: (id) => after(journal.forgetStep(id)),
  };
}
