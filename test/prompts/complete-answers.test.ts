import { expect, test } from "vitest";
import { doneKey } from "../../src/shared/step-key.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { name, run, size, sure } from "./run-recorded.ts";

const settled = { id: "name", value: "as it is" };

/** Asks for a name, and for its size if it is new; then completes the result. */
const namesOnce = async ({ ask, complete }: FlowContext) => {
  const given = await ask.text(name);
  if (given !== "as it is") {
    await ask.choose(size);
    await complete(settled);
  }
  await ask.confirm(sure);
  return given;
};

test("several answers are replaced by one answer, which the next run uses", async () => {
  const { journal } = await run(namesOnce, ["a", "s", true]);
  expect(journal.answers()).toEqual([
    { ...settled, replaces: ["size"] },
    { id: "sure", value: true },
  ]);
  const again = await run(namesOnce, [], { journal });
  expect(again.result).toBe("as it is");
});

test("answers to later questions are kept", async () => {
  const asks = async ({ ask }: FlowContext) => [
    await ask.text(name),
    await ask.choose(size),
    await ask.confirm(sure),
  ];
  const { journal } = await run(asks, ["a", "s", false]);
  const { error } = await run(namesOnce, [], { journal });
  expect(error).toBeUndefined();
  expect(journal.answers().map(({ id }) => id)).toEqual(["name", "sure"]);
});

test("after a second completion, the answer still replaces all earlier answers", async () => {
  const completes = async ({ ask, complete }: FlowContext) => {
    await ask.text(name);
    await ask.choose(size);
    await complete(settled);
    await ask.confirm(sure);
    await complete(settled);
  };
  const { journal } = await run(completes, ["a", "s", true]);
  expect(journal.answers()).toEqual([{ ...settled, replaces: ["size", "sure"] }]);
});

test("Back does not go behind the completed answer, and a later discard does not affect it", async () => {
  const { log, journal } = await run(
    async (context) => {
      await namesOnce(context);
      await context.discardAnswer("name", "sure");
    },
    ["a", "s", true],
  );
  expect(log).toMatchInlineSnapshot(`
    [
      "begin",
      "name",
      "< size",
      "sure",
    ]
  `);
  expect(journal.answers().map(({ id }) => id)).toEqual(["name"]);
});

test("a discard does not go behind a finished step before the completed answer", async () => {
  const { journal } = await run(
    async ({ ask, step, complete, discardAnswer }) => {
      await ask.text(name);
      await step(doneKey("forge.example made"), () => Promise.resolve(true as const));
      await ask.choose(size);
      await complete(settled);
      await discardAnswer();
    },
    ["a", "s"],
  );
  expect(journal.answers()).toMatchObject([settled]);
});
