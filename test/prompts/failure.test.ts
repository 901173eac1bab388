import { expect, test } from "vitest";
import { memoryJournal } from "./memory-journal.ts";
import { runFlow } from "../../src/prompts/run-flow.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { createSecretVault } from "../../src/prompts/secret-vault.ts";
import { createRecordingPrompter } from "./recording-prompter.ts";
import { header } from "./run-recorded.ts";

// Text that a forge, its CLI or a user may have put into an error.
const token = `ghp_${"a1B2".repeat(9)}`;

test("a shown failure contains no credential in its message, hints, commands or links", async () => {
  const { prompter, failures } = createRecordingPrompter(["stop"]);
  const flow = ({ ask }: FlowContext) =>
    ask.failure({
      id: "failed",
      title: "How do you want to continue?",
      error: {
        message: `The API rejected ${token}.`,
        hints: [
          {
            text: `Look at ${token}`,
            command: `forge auth login ${token}`,
            lines: [`token: ${token}`],
            link: `https://forge.example/?token=${token}`,
          },
          { text: "Try again" },
        ],
      },
      options: [{ value: "stop", label: "Stop here" }],
    });
  await runFlow(flow, undefined, {
    prompter,
    journal: memoryJournal(header),
    vault: createSecretVault(),
    header: { title: "test", subject: "acme/control", outline: [] },
  });
  const [shown] = failures;
  expect(JSON.stringify(shown)).not.toContain(token.slice(0, 12));
  expect(shown?.message).toMatch(/^The API rejected .+\.$/);
  expect(shown?.hints.map((hint) => Object.keys(hint))).toEqual([
    ["text", "lines", "command", "link"],
    ["text"],
  ]);
});
