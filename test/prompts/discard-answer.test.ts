import { expect, test } from "vitest";
import { memoryJournal } from "./memory-journal.ts";
import { runFlow } from "../../src/prompts/run-flow.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { createSecretVault } from "../../src/prompts/secret-vault.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import { back, createRecordingPrompter } from "./recording-prompter.ts";

const header = { flow: "test", version: 1, host: "forge.example", subject: "acme/control" };
const outline = { title: "test", subject: "acme/control", outline: [] };
const name = { id: "name", title: "Which name?" };
const size = { id: "size", title: "Which size?" };
const sure = { id: "sure", title: "Are you sure?" };

async function run(
  flow: (context: FlowContext) => Promise<unknown>,
  answers: readonly unknown[],
  journal = memoryJournal(header),
) {
  const { prompter, log } = createRecordingPrompter(answers);
  const vault = createSecretVault();
  await runFlow(flow, undefined, { prompter, journal, vault, header: outline }).catch(() => {});
  return { journal, asked: log.filter((line) => line !== "begin") };
}

const stopsUnlessSure = async ({ ask, discardAnswer }: FlowContext) => {
  await ask.text(name);
  await ask.text(size);
  if (await ask.confirm(sure)) return;
  await discardAnswer("colour", "size");
  throw new Incomplete("not sure");
};

test("the next run asks discarded questions again, starting with the named question", async () => {
  const { journal } = await run(stopsUnlessSure, ["a", "s", false]);
  expect(journal.answers()).toEqual([{ id: "name", value: "a" }]);
  expect((await run(stopsUnlessSure, ["l", true], journal)).asked).toEqual(["<< size", "<< sure"]);
});

test("without a name, the answers to all later questions are discarded", async () => {
  const flow = async ({ ask }: FlowContext) => [await ask.text(name), await ask.text(size)];
  const { journal } = await run(flow, ["a", "s"]);
  const another = async ({ ask, discardAnswer }: FlowContext) => {
    await ask.text(name);
    await discardAnswer();
    await ask.text(size);
  };
  expect((await run(another, ["l"], journal)).asked).toEqual(["<< size"]);
  expect(journal.answers().map(({ value }) => value)).toEqual(["a", "l"]);
});

test("answers before a finished step are kept", async () => {
  const flow = async ({ ask, step, discardAnswer }: FlowContext) => {
    await ask.text(name);
    await step(doneKey("forge.example made"), () => Promise.resolve(true as const));
    await ask.text(size);
    await discardAnswer("name");
  };
  const { journal } = await run(flow, ["a", "s"]);
  expect(journal.answers()).toEqual([{ id: "name", value: "a" }]);
});

test("discarding the answer to an unanswered question changes nothing", async () => {
  const flow = async ({ ask, discardAnswer }: FlowContext) => {
    await ask.text(name);
    await discardAnswer("colour");
    await discardAnswer();
  };
  expect((await run(flow, ["a"])).journal.answers()).toHaveLength(1);
});

test("after a question was repeated immediately, Back discards the valid answer", async () => {
  const flow = async ({ ask, discardAnswer }: FlowContext) => {
    while ((await ask.text(name)) === "bad") await discardAnswer("name");
    await ask.text(size);
  };
  const { asked, journal } = await run(flow, ["bad", "good", back, "better", "s"]);
  expect(asked).toEqual(["name", "name", "< size", "name", "< size"]);
  expect(journal.answers().map(({ value }) => value)).toEqual(["better", "s"]);
});
