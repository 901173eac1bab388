import { expect, test } from "vitest";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { Back, type Prompter, type Wait, type WaitUpdate } from "../../src/prompts/prompter.ts";
import { runFlow } from "../../src/prompts/run-flow.ts";
import { createSecretVault } from "../../src/prompts/secret-vault.ts";
import { Stopped } from "../../src/shared/errors.ts";
import { memoryJournal } from "./memory-journal.ts";
import { createRecordingPrompter } from "./recording-prompter.ts";
import { header, name } from "./run-recorded.ts";

const run = { text: "The run proceeds", link: "https://forge.example/run/1" };

/** Asks a question and starts a wait, which is left with an error after these updates. */
async function leave(
  updates: readonly WaitUpdate[],
  errors: readonly Error[],
  how: Pick<Wait, "canLeave" | "mustEnd"> = { canLeave: true },
) {
  const left = [...errors];
  const notes: unknown[] = [];
  const recording = createRecordingPrompter(["one", "another"]);
  const prompter: Prompter = {
    ...recording.prompter,
    note: (note) => Promise.resolve(void notes.push(note)),
    progress: async (_, task) => {
      const result = await task(() => undefined, new AbortController().signal);
      const error = left.shift();
      if (error) throw error;
      return result;
    },
  };
  const flow = async ({ ask }: FlowContext) => {
    await ask.text(name);
    await ask.progress({ id: "run", title: "Wait", ...how }, (report) => {
      updates.forEach(report);
      return Promise.resolve();
    });
  };
  const outline = { title: "test", subject: "acme/control", outline: [] };
  const error = await runFlow(flow, undefined, {
    prompter,
    journal: memoryJournal(header),
    vault: createSecretVault(),
    header: outline,
  }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, notes };
}

test("a stop during a wait reports the work that continues on the forge", async () => {
  const { error } = await leave([{ line: "starting" }, { ifLeft: run }], [new Stopped("SIGTERM")]);
  expect(error).toMatchObject({ by: "SIGTERM", exitCode: 143, underWay: run });
});

test("work is not reported before it starts or after it has finished", async () => {
  const before = await leave([{ line: "starting" }], [new Stopped("SIGINT")]);
  expect(before.error).toMatchObject({ underWay: undefined });
  const after = await leave([{ ifLeft: run }, { ifLeft: null }], [new Stopped("SIGINT")]);
  expect(after.error).toMatchObject({ underWay: undefined });
});

test("a stop that abandons an uninterruptible task reports that its result is unknown", async () => {
  const stop = [new Stopped("SIGINT")];
  const unknown = {
    text: "gatehouse cannot tell whether this was completed: Wait. Run the command again to check",
  };
  const left = await leave([{ line: "storing" }], stop, { mustEnd: true });
  expect(left.error).toMatchObject({ underWay: unknown });
  const reported = await leave([{ ifLeft: run }], stop, { mustEnd: true });
  expect(reported.error).toMatchObject({ underWay: run });
  const after = await leave([{ ifLeft: run }, { ifLeft: null }], stop, { mustEnd: true });
  expect(after.error).toMatchObject({ underWay: unknown });
});

test("Back shows the continuing work above the question", async () => {
  const { error, notes } = await leave([{ ifLeft: run }], [new Back()]);
  expect(error).toBeUndefined();
  expect(notes).toEqual([{ id: "run-left", title: run.text, link: run.link }]);
});
