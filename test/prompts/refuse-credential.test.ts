import { expect, test } from "vitest";
import { memoryJournal } from "./memory-journal.ts";
import { runFlow } from "../../src/prompts/run-flow.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { createSecretVault } from "../../src/prompts/secret-vault.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { createRecordingPrompter } from "./recording-prompter.ts";

const token = `gho_${"a1B2".repeat(9)}`;

/** Runs a flow of one question with this answer. */
async function run(flow: (context: FlowContext) => Promise<unknown>, answer: unknown) {
  const { prompter, failures } = createRecordingPrompter([answer]);
  const journal = memoryJournal({ flow: "test", version: 1, host: "f", subject: "acme/control" });
  const error = await runFlow(flow, undefined, {
    prompter,
    journal,
    vault: createSecretVault(),
    header: { title: "test", subject: "acme/control", outline: [] },
  }).then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );
  return { error, failures, answers: journal.answers() };
}

test.each<[string, unknown]>([
  ["a token", token],
  ["a key", `-----BEGIN PRIVATE KEY-----\n${"MIIE".repeat(16)}\n-----END PRIVATE KEY-----`],
  ["a token in a list", ["acme/web", token]],
])("a plain answer that contains %s is rejected and not recorded", async (_what, value) => {
  const { error, answers } = await run(({ ask }) => ask.text({ id: "name", title: "?" }), value);
  expect(error).toBeInstanceOf(InvalidInput);
  expect(error?.message).toBe(
    'The answer to "name" was not recorded because it contains a key or token.',
  );
  expect(answers).toEqual([]);
});

test("a failure is shown without the token in its message and hints", async () => {
  const hints = [{ text: `drop ${token}`, command: `x ${token}`, link: `https://f/${token}` }];
  const failure = {
    id: "failed",
    title: "What do you want to do next?",
    options: [{ value: "stop", label: "Stop" }],
    error: { message: `no ${token}`, hints },
  };
  const { failures } = await run(({ ask }) => ask.failure(failure), "stop");
  expect(failures).toEqual([
    {
      message: "no [secret]",
      hints: [{ text: "drop [secret]", command: "x [secret]", link: "https://f/[secret]" }],
    },
  ]);
});
