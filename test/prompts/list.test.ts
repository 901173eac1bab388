import { describe, expect, test } from "vitest";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { ListQuestion } from "../../src/prompts/prompter.ts";
import { parseScriptedAnswers } from "../../src/prompts/scripted-answers.ts";
import { createScriptedPrompter } from "../../src/prompts/scripted-prompter.ts";
import { answer } from "./answer-in-lines.ts";
import { noStops } from "./no-stops.ts";
import { run } from "./run-recorded.ts";

const patterns: ListQuestion = {
  id: "patterns",
  title: "Which URLs are allowed?",
  name: "Patterns",
  entry: "pattern",
  check: (text) => (text.startsWith("https://") ? undefined : "names no scheme"),
  trial: {
    title: "Test a URL",
    explain: (text, entries) => {
      const isGood = entries.includes(text);
      const reason = `${entries.length} patterns were asked`;
      return isGood
        ? { isGood, word: "passes", reason }
        : { isGood, word: "blocked", reason, offer: text };
    },
  },
};
const here = { canGoBack: false };
const a = "https://a";
const b = "https://b";

describe("a list in plain lines", () => {
  const type = (...typed: string[]) =>
    answer((prompter) => prompter.list({ ...patterns, initial: [a] }, here), typed);

  test("can be kept even if the initial list contains duplicates", async () => {
    const twice = { ...patterns, initial: [a, a] };
    const unchanged = await answer((prompter) => prompter.list(twice, here), [""]);
    expect(unchanged.given).toEqual([a, a]);
    const changed = await answer((prompter) => prompter.list(twice, here), [b, "", "-1", ""]);
    expect(changed.given).toEqual([a, b]);
    expect(changed.shown).toContain(
      'Pattern, -1 deletes the first, "try TEXT", Enter finishes: wrong: 1. https://a is already in the list',
    );
  });

  test("accepts lines, reports errors, deletes by number, and is submitted by an empty line", async () => {
    const { given, shown } = await type("b", b, "-1", "-9", "");
    expect(given).toEqual([b]);
    expect(shown).toMatchInlineSnapshot(`
      "Which URLs are allowed?
        1. https://a
      Pattern, -1 deletes the first, "try TEXT", Enter finishes: wrong: b names no scheme
      Pattern, -1 deletes the first, "try TEXT", Enter finishes: added: 2. https://b
      Pattern, -1 deletes the first, "try TEXT", Enter finishes: deleted: https://a
        1. https://b
      Pattern, -1 deletes the first, "try TEXT", Enter finishes: Pattern 9 not found.
      Pattern, -1 deletes the first, "try TEXT", Enter finishes: "
    `);
  });

  test("tests a text with try, and adds the suggestion with +", async () => {
    const { given, shown } = await type(`try ${b}`, "+", `try ${b}`, "");
    expect(given).toEqual([a, b]);
    expect(shown).toContain("blocked: 1 patterns were asked");
    expect(shown).toContain(`+ adds ${b}`);
    expect(shown).toContain("passes: 2 patterns were asked");
  });
});

describe("a list from an answers file", () => {
  const script = (value: unknown, question = patterns) => {
    const answers = parseScriptedAnswers({ answers: { patterns: value } }, "answers.json");
    const prompter = createScriptedPrompter({ answers, print: () => undefined, stops: noStops() });
    return prompter.list(question, here);
  };

  test("contains the lines from the file", async () => {
    expect(await script([a, ` ${b} `])).toEqual([a, b]);
    expect(await script([])).toEqual([]);
  });

  test.each([
    [[a, "b"], patterns, /b names no scheme/],
    [[a, a], patterns, /https:\/\/a is already in the list/],
    [[], { ...patterns, minimum: 2 }, /Add at least 2 patterns/],
    [a, patterns, /must be a list/],
  ])("%j is refused with the reason", async (value, question, reason) => {
    await expect(script(value, question)).rejects.toThrow(reason);
  });
});

describe("a recorded list", () => {
  const flow = (question: ListQuestion) => (context: FlowContext) => context.ask.list(question);

  test("is reused while it is valid", async () => {
    const { journal } = await run(flow(patterns), [[a, b]]);
    const again = await run(flow(patterns), [], { journal });
    expect(again).toMatchObject({ result: [a, b] });
    const stricter = { ...patterns, check: () => "is not allowed any more" };
    const asked = await run(flow(stricter), [[]], { journal });
    expect(asked.log).toContain("patterns");
  });

  test("of many lines is shown as a count", async () => {
    const many = Array.from({ length: 4 }, (_, at) => `${a}/${at}`);
    const { log } = await run(flow(patterns), [many]);
    expect(log).toContain("answer Patterns: 4 patterns");
  });
});
