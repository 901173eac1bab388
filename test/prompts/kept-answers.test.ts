import { expect, test } from "vitest";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import { runFlow } from "../../src/prompts/run-flow.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { createSecretVault } from "../../src/prompts/secret-vault.ts";
import { memoryJournal } from "./memory-journal.ts";
import { again, back, createRecordingPrompter } from "./recording-prompter.ts";
import { header, name, run, size, sure } from "./run-recorded.ts";

const made = doneKey("forge.example made");
const hint = doneKey("forge.example hint");
const named = {
  name: { ...name, name: "Name" },
  size: { ...size, name: "Size" },
  sure: { ...sure, name: "Sure" },
};

const threeQuestions = async ({ ask }: FlowContext) => [
  await ask.text(named.name),
  await ask.choose(named.size),
  await ask.confirm(named.sure),
];

test("an answer is logged as given, and an answer of an earlier run as kept", async () => {
  const first = await run(threeQuestions, ["a", "l", true]);
  expect(first.log.filter((line) => line.startsWith("answer"))).toEqual([
    "answer Name: a",
    "answer Size: large",
    "answer Sure: Yes",
  ]);
  const second = await run(threeQuestions, [], { journal: first.journal });
  expect(second.log).toEqual(["begin", "kept Name: a", "kept Size: large", "kept Sure: Yes"]);
});

test("after Back, the answers before the question are logged as given, not as kept", async () => {
  const { log, result } = await run(threeQuestions, ["a", back, "b", "s", true]);
  expect(log).toEqual([
    "begin",
    "name",
    "answer Name: a",
    "< size",
    "begin",
    "name",
    "answer Name: b",
    "< size",
    "answer Size: small",
    "< sure",
    "answer Sure: Yes",
  ]);
  expect(result).toEqual(["b", "s", true]);
});

test("after answers of an earlier run, the operator can restart all questions", async () => {
  const { journal } = await run(threeQuestions, ["a", "l"]);
  const { log, result } = await run(threeQuestions, [again, "b", "s", false], { journal });
  expect(log.filter((line) => /name|size|sure/.test(line))).toEqual([
    "<< sure",
    "name",
    "< size",
    "< sure",
  ]);
  expect(result).toEqual(["b", "s", false]);
});

test("a repeated question starts with the discarded answer, unless it has a warning", async () => {
  const initials: unknown[] = [];
  const asks = async ({ ask }: FlowContext) => {
    await ask.text(named.name);
    await ask.choose(named.size);
    await ask.choose({ ...named.size, id: "weighty", weight: "read first" });
    return ask.confirm(named.sure);
  };
  const { prompter } = createRecordingPrompter([
    "a",
    "l",
    "s",
    back,
    back,
    back,
    "b",
    "l",
    "s",
    true,
  ]);
  const seen: Prompter = {
    ...prompter,
    text: (question, situation) => {
      initials.push(question.initial);
      return prompter.text(question, situation);
    },
    choose: (question, situation) => {
      initials.push(question.initial);
      return prompter.choose(question, situation);
    },
  };
  await runFlow(asks, undefined, {
    prompter: seen,
    journal: memoryJournal(header),
    vault: createSecretVault(),
    header: { title: "test", subject: "acme/control", outline: [] },
  });
  expect(initials).toEqual([undefined, undefined, undefined, undefined, "l", "a", "l", undefined]);
});

test("completed steps are kept, together with the answers that they depend on", async () => {
  const makes = async ({ ask, step }: FlowContext) => {
    await ask.text(name);
    await step(made, () => Promise.resolve(true as const));
    return [await ask.choose(size), await ask.confirm(sure)];
  };
  const { journal } = await run(makes, ["a", "l"]);
  const { log, result } = await run(makes, [again, "s", true], { journal });
  expect(log).toEqual(["begin", "<< sure", "begin", "size", "< sure"]);
  expect(result).toEqual(["s", true]);
});

test("answers that one answer replaces remain visible, also after Back", async () => {
  const completes = async ({ ask, complete }: FlowContext) => {
    const given = await ask.text(named.name);
    if (given !== "as it is") {
      await ask.choose(named.size);
      await complete({ id: "name", value: "as it is" });
    }
    return [await ask.text({ ...name, id: "other" }), await ask.confirm(sure)];
  };
  const { log } = await run(completes, ["a", "l", "b", back, "c", true]);
  const last = log.slice(log.lastIndexOf("begin"));
  expect(last).toEqual([
    "begin",
    "answer Name: a",
    "answer Size: large",
    "answer Name: as it is",
    "other",
    "< sure",
  ]);
});

test("a recorded value does not block Back", async () => {
  const recordedValues = async ({ ask, recordValue, restore }: FlowContext) => {
    const given = await ask.text(name);
    await recordValue(hint, true);
    return [given, await ask.choose(size), restore(hint)];
  };
  const { result } = await run(recordedValues, ["a", back, "b", "s"]);
  expect(result).toEqual(["b", "s", true]);
});

test("Back leaves only a wait that can be left", async () => {
  const wait = { id: "browser", title: "Waiting" };
  const waits =
    (canLeave: { canLeave?: true }) =>
    async ({ ask }: FlowContext) => {
      await ask.text(name);
      return ask.progress({ ...wait, ...canLeave }, () => Promise.resolve("made"));
    };
  const left = await run(waits({ canLeave: true }), ["a", back, "b", "stay"]);
  expect(left.log).toEqual(["begin", "name", "< browser", "begin", "name", "< browser"]);
  expect((await run(waits({}), ["a"])).log).toEqual(["begin", "name"]);
});
