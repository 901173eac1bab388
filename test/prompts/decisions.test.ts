import { describe, expect, test } from "vitest";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import { again, back } from "./recording-prompter.ts";
import { name, run, size, sure } from "./run-recorded.ts";

const options = [
  { value: "run", label: "run" },
  { value: "leave", label: "leave" },
];
const failureOf = (message: string, state: "attention" | "failed" = "attention") => ({
  id: "how",
  title: "How?",
  error: { message, hints: [], state },
  options,
});

/** Returns the questions of each replay. */
const perReplay = (log: readonly string[]) =>
  log.join(", ").replace("begin, ", "").replaceAll(", begin, ", " | ");

/** A question, a decision, and two questions. */
const decide =
  (message: () => string = () => "not verified", state?: "attention" | "failed") =>
  async ({ ask }: FlowContext) => [
    await ask.text(name),
    await ask.failure(failureOf(message(), state)),
    await ask.confirm(sure),
    await ask.choose(size),
  ];

describe("a decision about a situation in which nothing failed", () => {
  test("counts for the replays, so that Back returns to the previous question", async () => {
    const { result, log } = await run(decide(), ["a", "run", true, back, false, "s"]);
    expect(result).toEqual(["a", "run", false, "s"]);
    expect(perReplay(log)).toBe("name, < how, < sure, < size | < sure, < size");
  });

  test("is asked again if Back returns to it, and then Back returns to the question before", async () => {
    const answers = ["a", "run", back, "leave", back, back, "b", "run", true, "s"];
    const { result, log } = await run(decide(), answers);
    expect(result).toEqual(["b", "run", true, "s"]);
    expect(perReplay(log)).toBe(
      "name, < how, < sure | < how, < sure | < how | name, < how, < sure, < size",
    );
  });

  test("is asked again if the situation has changed, and in a later run", async () => {
    const seen = ["not verified", "changed"];
    const answers = ["a", "run", true, back, "leave", false, "s"];
    const first = await run(
      decide(() => seen.shift() ?? ""),
      answers,
    );
    expect(first.result).toEqual(["a", "leave", false, "s"]);
    const second = await run(decide(), ["leave"], { journal: first.journal });
    expect(second.result).toEqual(["a", "leave", false, "s"]);
  });

  test("cannot be reached by Back after a step, and is not journaled", async () => {
    const made = doneKey("forge.example made");
    const flow = async ({ ask, step }: FlowContext) => {
      const how = await ask.failure(failureOf("not verified"));
      await step(made, () => Promise.resolve(true as const));
      return [how, await ask.text(name), await ask.confirm(sure)];
    };
    const { result, log, journal } = await run(flow, ["run", "a", back, "b", true]);
    expect(result).toEqual(["run", "b", true]);
    expect(perReplay(log)).toBe("how, name, < sure | name, < sure");
    expect(journal.answers().map(({ id }) => id)).toEqual(["name", "sure"]);
  });

  test("is asked again if the operator restarts all questions", async () => {
    const { journal } = await run(decide(), ["a", "run"]);
    const { result } = await run(decide(), ["run", again, "b", "leave", true, "s"], { journal });
    expect(result).toEqual(["b", "leave", true, "s"]);
  });
});

test("an answer to a failure is not reused, because the next attempt may succeed", async () => {
  const { log } = await run(
    decide(() => "refused", "failed"),
    ["a", "run", true, back, "run", true, "s"],
  );
  expect(log.filter((line) => line.includes("how"))).toHaveLength(2);
});

test("a replay skips the answers to questions that a completed step made unnecessary", async () => {
  const made = doneKey("forge.example made");
  const flow = async ({ ask, step, restore }: FlowContext) => {
    if (!restore(made)) await ask.text({ ...name, id: "plan" });
    await step(made, () => Promise.resolve(true as const));
    return [await ask.text(name), await ask.confirm(sure), await ask.choose(size)];
  };
  const { result, log } = await run(flow, ["p", "a", true, back, false, "s"]);
  expect(result).toEqual(["a", false, "s"]);
  expect(perReplay(log)).toBe("plan, name, < sure, < size | < sure, < size");
});
