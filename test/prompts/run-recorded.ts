import { memoryJournal } from "./memory-journal.ts";
import { runFlow } from "../../src/prompts/run-flow.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { createSecretVault } from "../../src/prompts/secret-vault.ts";
import { createRecordingPrompter } from "./recording-prompter.ts";

export const header = { flow: "test", version: 1, host: "forge.example", subject: "acme/control" };

/** Runs a flow with these answers. The journal and the vault can be those of an earlier run. */
export async function run<T>(
  flow: (context: FlowContext) => Promise<T>,
  answers: readonly unknown[],
  { journal = memoryJournal(header), vault = createSecretVault() } = {},
) {
  const { prompter, log } = createRecordingPrompter(answers);
  const outline = { title: "test", subject: "acme/control", outline: [] };
  const outcome = await runFlow((context: FlowContext) => flow(context), undefined, {
    prompter,
    journal,
    vault,
    header: outline,
  }).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error: error as Error }),
  );
  return { ...outcome, log, journal, vault };
}

export const name = { id: "name", title: "Which name?" };
export const size = {
  id: "size",
  title: "Which size?",
  options: [
    { value: "s", label: "small" },
    { value: "l", label: "large" },
  ],
};
export const sure = { id: "sure", title: "Are you sure?" };
export const key = { id: "key", title: "The key:", shape: "lines" } as const;
