import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { memoryJournal } from "./memory-journal.ts";
import type { Journal } from "../../src/prompts/journal.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { stepKey } from "../../src/shared/step-key.ts";
import { back } from "./recording-prompter.ts";
import { header, key, name, run, size, sure } from "./run-recorded.ts";

describe("a step", () => {
  const appOf = (slug: string) =>
    stepKey(`forge.example app ${slug}`, v.object({ slug: v.string() }));
  const count = stepKey("forge.example count", v.number());

  /** Runs a question, a step that creates something, and a question. */
  const makeApp = (made: string[]) => async (context: FlowContext) => {
    const chosen = await context.ask.text(name);
    const app = await context.step(appOf(chosen), () => {
      made.push(chosen);
      return Promise.resolve({ slug: chosen });
    });
    return [app.slug, await context.ask.confirm(sure), await context.ask.choose(size)];
  };

  test("runs once; a replay and another run receive its result", async () => {
    const made: string[] = [];
    const first = await run(makeApp(made), ["a", true, back, false, "s"]);
    expect(first.result).toEqual(["a", false, "s"]);
    const { result } = await run(makeApp(made), [], { journal: first.journal });
    expect(result).toEqual(["a", false, "s"]);
    expect(made).toEqual(["a"]);
  });

  test("blocks Back", async () => {
    const { log } = await run(makeApp([]), ["a", true, "s"]);
    expect(log).toEqual(["begin", "name", "sure", "< size"]);
  });

  test("cannot be skipped even if a prompter returns Back", async () => {
    const made: string[] = [];
    const { result, log } = await run(makeApp(made), ["a", back, true, "s"]);
    expect(result).toEqual(["a", true, "s"]);
    expect(log).toEqual(["begin", "name", "sure", "begin", "sure", "< size"]);
    expect(made).toEqual(["a"]);
  });

  test("that failed is not recorded, but the answers before it are", async () => {
    const made: string[] = [];
    const failing = async (context: FlowContext) => {
      await context.ask.text(name);
      return context.step(appOf("a"), () => Promise.reject(new Error("refused")));
    };
    const { error, journal } = await run(failing, ["a"]);
    expect(error?.message).toBe("refused");
    expect(journal.steps().size).toBe(0);
    expect((await run(makeApp(made), [true, "s"], { journal })).result).toEqual(["a", true, "s"]);
    expect(made).toEqual(["a"]);
  });

  test("runs again only after a reset", async () => {
    let times = 0;
    const { result } = await run(async ({ step, reset, restore }) => {
      const work = () => Promise.resolve((times += 1));
      const before = restore(count);
      const twice = [await step(count, work), await step(count, work), restore(count)];
      await reset(count);
      return [before, ...twice, restore(count), await step(count, work)];
    }, []);
    expect(result).toEqual([undefined, 1, 1, 1, undefined, 2]);
  });

  test("runs again if its recorded result has another shape, because the journal can be edited", async () => {
    const journal = memoryJournal(header);
    await journal.finishStep(count.id, "one");
    const { result } = await run(
      async ({ step, restore }) => [restore(count), await step(count, () => Promise.resolve(1))],
      [],
      { journal },
    );
    expect(result).toEqual([undefined, 1]);
    expect(journal.step(count.id)).toBe(1);
  });

  test("with a result that does not match its shape is a bug, and is not recorded", async () => {
    const few = stepKey("forge.example few", v.pipe(v.array(v.string()), v.maxLength(1)));
    const { error, journal } = await run(
      ({ step }) => step(few, () => Promise.resolve(["a", "b"])),
      [],
    );
    expect(error?.message).toBe('The result of step "forge.example few" does not match its shape');
    expect(journal.steps().size).toBe(0);
  });

  test.each<[string, (context: FlowContext) => Promise<unknown>]>([
    ["a question", ({ ask }) => ask.text(name)],
    ["a secret", ({ ask }) => ask.secret(key)],
    ["a failure", ({ ask }) => ask.failure({ ...size, error: { message: "", hints: [] } })],
  ])("cannot contain a question: %s inside a step is a bug", async (_what, asking) => {
    const { error, log } = await run(
      (context) => context.step(count, () => asking(context).then(() => 1)),
      ["a"],
    );
    expect(error?.message).toMatch(
      /^Question "\w+" cannot be asked inside step "forge\.example count"$/,
    );
    expect(log).toEqual(["begin"]);
  });
});

describe("a recorded value", () => {
  const stored = stepKey("forge.example key date", v.string());
  const remembering = (date: string) => async (context: FlowContext) => {
    await context.ask.text(name);
    const text = await context.record(stored, date);
    return [text, context.restore(stored), await context.ask.confirm(sure)];
  };

  test("is used by the next run, and overwritten with the current value", async () => {
    const first = await run(remembering("today"), ["a", true]);
    expect(first.result).toEqual(["today", "today", true]);
    const second = await run(remembering("tomorrow"), [], { journal: first.journal });
    expect(second.result).toEqual(["tomorrow", "tomorrow", true]);
    expect(first.journal.step(stored.id)).toBe("tomorrow");
  });

  test("blocks Back, whether it is new or already recorded", async () => {
    const { log, journal } = await run(remembering("today"), ["a", true]);
    expect(log).toEqual(["begin", "name", "sure"]);
    await journal.setAnswers([{ id: "name", value: "a" }]);
    expect((await run(remembering("today"), [true], { journal })).log).toEqual(["begin", "sure"]);
  });

  test("is written only once, even if it is recorded several times", async () => {
    const journal = memoryJournal(header);
    let writes = 0;
    const counting: Journal = {
      ...journal,
      finishStep: (...step) => ((writes += 1), journal.finishStep(...step)),
    };
    const same = { journal: counting };
    await run(remembering("today"), ["a", true], same);
    await run(remembering("today"), [], same);
    expect(writes).toBe(1);
  });

  test("is not an answer, and does not replace a question", async () => {
    const { journal } = await run(remembering("today"), ["a", true]);
    expect(journal.answers().map(({ id }) => id)).toEqual(["name", "sure"]);
  });
});
