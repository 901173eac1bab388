import * as v from "valibot";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { memoryJournal, openJournal } from "../../src/asking/journal.ts";
import type { Journal } from "../../src/asking/journal.ts";
import { runFlow } from "../../src/asking/run-flow.ts";
import type { FlowContext } from "../../src/asking/flow-context.ts";
import { createSecretKeeper } from "../../src/asking/secret-keeper.ts";
import { doneKey, stepKey } from "../../src/shared/step-key.ts";
import { back, createRecordingPrompter } from "./recording-prompter.ts";

const header = { flow: "test", version: 1, host: "forge.example", subject: "acme/control" };

/** Runs a flow with these answers; the journal and the keeper may be those of an earlier run. */
async function run<T>(
  flow: (context: FlowContext) => Promise<T>,
  answers: readonly unknown[],
  { journal = memoryJournal(header), keeper = createSecretKeeper() } = {},
) {
  const { prompter, log } = createRecordingPrompter(answers);
  const outline = { title: "test", subject: "acme/control", outline: [] };
  const outcome = await runFlow((context: FlowContext) => flow(context), undefined, {
    prompter,
    journal,
    keeper,
    header: outline,
  }).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error: error as Error }),
  );
  return { ...outcome, log, journal, keeper };
}

const name = { id: "name", title: "Which name?" };
const size = {
  id: "size",
  title: "Which size?",
  options: [
    { value: "s", label: "small" },
    { value: "l", label: "large" },
  ],
};
const sure = { id: "sure", title: "Are you sure?" };
const key = { id: "key", title: "The key:", shape: "lines" } as const;

/** Two questions, then a third. */
const threeQuestions = async ({ ask }: FlowContext) => [
  await ask.text(name),
  await ask.choose(size),
  await ask.confirm(sure),
];

describe("answers", () => {
  test("are asked for once and given again in the next run", async () => {
    const { result, journal, log } = await run(threeQuestions, ["a", "s", true]);
    expect(result).toEqual(["a", "s", true]);
    expect(log).toEqual(["begin", "name", "< size", "< sure"]);
    const again = await run(threeQuestions, [], { journal });
    expect(again.result).toEqual(["a", "s", true]);
    expect(again.log).toEqual(["begin"]);
  });

  test("Back asks the question before once more, and the flow starts again", async () => {
    const { result, log } = await run(threeQuestions, ["a", back, "b", "s", back, "l", true]);
    expect(result).toEqual(["b", "l", true]);
    const asked = ["name", "< size", "begin", "name", "< size", "< sure", "begin", "< size"];
    expect(log).toEqual(["begin", ...asked, "< sure"]);
  });

  test("after a changed one are asked for anew", async () => {
    const flow = async (context: FlowContext) => {
      const chosen = await context.ask.choose(size);
      return chosen === "l" ? context.ask.text(name) : context.ask.confirm(sure);
    };
    const { result, journal } = await run(flow, ["s", back, "l", "big"]);
    expect(result).toBe("big");
    expect(journal.answers().map(({ id }) => id)).toEqual(["size", "name"]);
  });

  test.each<[string, (context: FlowContext) => Promise<unknown>]>([
    ["the question is another", ({ ask }) => ask.text({ ...name, id: "other" })],
    ["the text is refused now", ({ ask }) => ask.text({ ...name, check: () => "taken" })],
    ["it is of another kind", ({ ask }) => ask.confirm(name)],
    ["the option is gone", ({ ask }) => ask.choose({ ...size, id: "name" })],
    ["one of the options is gone", ({ ask }) => ask.chooseMany({ ...size, id: "name" })],
    [
      "the option cannot be chosen now",
      ({ ask }) =>
        ask.choose({ ...name, options: [{ value: "a", label: "a", disabled: "too late" }] }),
    ],
  ])("that fit no more are asked for again: %s", async (_why, flow) => {
    const { journal } = await run(({ ask }) => ask.text(name), ["a"]);
    const { log } = await run(flow, ["b"], { journal });
    expect(log).toHaveLength(2);
  });

  test("an answer to a failure is never remembered", async () => {
    const failure = { ...size, id: "failed", error: { message: "no", hints: [] } };
    const { result, journal } = await run(({ ask }) => ask.failure(failure), ["s"]);
    expect(result).toBe("s");
    expect(journal.answers()).toEqual([]);
  });

  test("a fact that was read is not shown again", async () => {
    const facts = { id: "facts", title: "Facts:", body: ["…"], proceed: "I have read this" };
    const flow = async ({ ask }: FlowContext) => {
      await ask.disclose(facts);
      return ask.text(name);
    };
    const { log, journal } = await run(flow, [undefined, "a"]);
    expect(log).toEqual(["begin", "facts", "< name"]);
    expect((await run(flow, [], { journal })).log).toEqual(["begin"]);
  });
});

describe("a step", () => {
  const appOf = (slug: string) =>
    stepKey(`forge.example app ${slug}`, v.object({ slug: v.string() }));
  const count = stepKey("forge.example count", v.number());

  /** A question, something that lasts, and a question. */
  const makeApp = (made: string[]) => async (context: FlowContext) => {
    const chosen = await context.ask.text(name);
    const app = await context.step(appOf(chosen), () => {
      made.push(chosen);
      return Promise.resolve({ slug: chosen });
    });
    return [app.slug, await context.ask.confirm(sure), await context.ask.choose(size)];
  };

  test("is done once; a replay and another run get its result", async () => {
    const made: string[] = [];
    const first = await run(makeApp(made), ["a", true, back, false, "s"]);
    expect(first.result).toEqual(["a", false, "s"]);
    const { result } = await run(makeApp(made), [], { journal: first.journal });
    expect(result).toEqual(["a", false, "s"]);
    expect(made).toEqual(["a"]);
  });

  test("has no way back behind it", async () => {
    const { log } = await run(makeApp([]), ["a", true, "s"]);
    expect(log).toEqual(["begin", "name", "sure", "< size"]);
  });

  test("is never crossed, even when a prompter says Back there", async () => {
    const made: string[] = [];
    const { result, log } = await run(makeApp(made), ["a", back, true, "s"]);
    expect(result).toEqual(["a", true, "s"]);
    expect(log).toEqual(["begin", "name", "sure", "begin", "sure", "< size"]);
    expect(made).toEqual(["a"]);
  });

  test("that failed is not remembered, and the answers before it are", async () => {
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

  test("is done again after a reset only", async () => {
    let times = 0;
    const { result } = await run(async ({ step, reset, recall }) => {
      const work = () => Promise.resolve((times += 1));
      const before = recall(count);
      const twice = [await step(count, work), await step(count, work), recall(count)];
      await reset(count);
      return [before, ...twice, recall(count), await step(count, work)];
    }, []);
    expect(result).toEqual([undefined, 1, 1, 1, undefined, 2]);
  });

  test("whose result is in another shape is done again: the journal is a file that anybody may change", async () => {
    const journal = memoryJournal(header);
    await journal.finishStep(count.id, "one");
    const { result } = await run(
      async ({ step, recall }) => [recall(count), await step(count, () => Promise.resolve(1))],
      [],
      { journal },
    );
    expect(result).toEqual([undefined, 1]);
    expect(journal.step(count.id)).toBe(1);
  });

  test.each<[string, (context: FlowContext) => Promise<unknown>]>([
    ["a question", ({ ask }) => ask.text(name)],
    ["a secret", ({ ask }) => ask.secret(key)],
    ["a failure", ({ ask }) => ask.failure({ ...size, error: { message: "", hints: [] } })],
  ])("holds no question: %s inside one is a bug", async (_what, asking) => {
    const { error, log } = await run(
      (context) => context.step(count, () => asking(context).then(() => 1)),
      ["a"],
    );
    expect(error?.message).toMatch(/^"\w+" is asked inside the step "forge\.example count"$/);
    expect(log).toEqual(["begin"]);
  });
});

describe("what is remembered", () => {
  const stored = stepKey("forge.example key date", v.string());
  const remembering = (date: string) => async (context: FlowContext) => {
    await context.ask.text(name);
    const said = await context.remember(stored, date);
    return [said, context.recall(stored), await context.ask.confirm(sure)];
  };

  test("is recalled by the next run, and written over by what is so then", async () => {
    const first = await run(remembering("today"), ["a", true]);
    expect(first.result).toEqual(["today", "today", true]);
    const second = await run(remembering("tomorrow"), [], { journal: first.journal });
    expect(second.result).toEqual(["tomorrow", "tomorrow", true]);
    expect(first.journal.step(stored.id)).toBe("tomorrow");
  });

  test("has no way back behind it, neither when it is new nor when it was known", async () => {
    const { log, journal } = await run(remembering("today"), ["a", true]);
    expect(log).toEqual(["begin", "name", "sure"]);
    await journal.setAnswers([{ id: "name", value: "a" }]);
    expect((await run(remembering("today"), [true], { journal })).log).toEqual(["begin", "sure"]);
  });

  test("is written once, however often it is said", async () => {
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

  test("is no answer, and holds no question back", async () => {
    const { journal } = await run(remembering("today"), ["a", true]);
    expect(journal.answers().map(({ id }) => id)).toEqual(["name", "sure"]);
  });
});

describe("look-ups and notes", () => {
  test("are done and shown once a run, however often it goes back", async () => {
    let looks = 0;
    const flow = async ({ ask, read, mark }: FlowContext) => {
      const count = await read("count", () => Promise.resolve((looks += 1)));
      await ask.note({ id: "hello", title: "Hello." });
      mark({ name: "Profile", state: "done", summary: "two Apps" });
      await ask.text(name);
      await ask.confirm(sure);
      return count;
    };
    const { result, log, journal } = await run(flow, ["a", back, "b", true]);
    expect(result).toBe(1);
    expect(log.filter((line) => line === "note hello")).toHaveLength(1);
    expect(log.filter((line) => line === "mark Profile")).toHaveLength(2);
    expect((await run(flow, [], { journal })).result).toBe(2);
  });

  test("a look-up that failed is done again", async () => {
    let looks = 0;
    const look = () => (
      (looks += 1),
      looks === 1 ? Promise.reject(new Error("no")) : Promise.resolve(looks)
    );
    const { result } = await run(async ({ read }) => {
      await read("count", look).catch(() => undefined);
      return read("count", look);
    }, []);
    expect(result).toBe(2);
  });

  test("a look-up that was reset is done again", async () => {
    let looks = 0;
    const look = () => Promise.resolve((looks += 1));
    const { result } = await run(async ({ read, reset }) => {
      await read("count", look);
      await reset("count");
      return read("count", look);
    }, []);
    expect(result).toBe(2);
  });
});

describe("a secret", () => {
  const words = "the-secret-words-themselves";

  function openFile(): { path: string; open: () => Promise<Journal> } {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-flow-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "journal.json");
    return { path, open: () => openJournal(path, header) };
  }

  const flow = async ({ ask, keeper }: FlowContext) => {
    await ask.text(name);
    const id = await ask.secret(key);
    await ask.confirm(sure);
    return keeper.find(id)?.reveal();
  };

  test("is never in the journal; its id is", async () => {
    const { path, open } = openFile();
    const { result } = await run(flow, ["a", words, true], { journal: await open() });
    expect(result).toBe(words);
    const file = readFileSync(path, "utf8");
    expect(file).not.toContain(words);
    expect(file).toMatch(/"id": "key",\s+"value": "secret [\da-f-]{36}"/);
  });

  test("is not asked for again on the way back", async () => {
    const { result, log } = await run(flow, ["a", words, back, "other-words", true]);
    expect(result).toBe("other-words");
    const beforeSure = await run(flow, ["a", words, true]);
    expect(beforeSure.log).toEqual(["begin", "name", "< key", "< sure"]);
    expect(log.filter((line) => line.includes("key"))).toHaveLength(2);
  });

  test("is asked for again in a new process; what came before is not", async () => {
    const { open } = openFile();
    await run(flow, ["a", words, true], { journal: await open() });
    const { result, log } = await run(flow, [words, true], { journal: await open() });
    expect(result).toBe(words);
    expect(log).toEqual(["begin", "< key", "< sure"]);
  });
});

test("an error of a flow is not swallowed, and the answers so far are kept", async () => {
  const { error, journal } = await run(threeQuestions, ["a"]);
  expect(error?.message).toBe('nobody answers "size"');
  expect(journal.answers()).toEqual([{ id: "name", value: "a" }]);
});
