import { describe, expect, test } from "vitest";
import { AskAgain, Back } from "../../src/prompts/prompter.ts";
import type { Prompter, Situation } from "../../src/prompts/prompter.ts";
import { textWidth } from "../../src/terminal/wrap-text.ts";
import { answer } from "./answer-in-lines.ts";

const header = { title: "set up", subject: "acme/control", outline: ["Repository", "Scope"] };
const mayWrite = {
  id: "mode",
  title: "Should agents write to the targets?",
  position: { at: 2, of: 4 },
  why: "It decides on the Apps.",
  facts: [{ name: "Targets", text: "acme/web, acme/api" }],
  options: [
    { value: "review", label: "No, review only", hint: "results stay in acme/control; one App" },
    { value: "live", label: "Yes, write", hint: "approved changes go to both; a second App" },
    { value: "other", label: "Elsewhere", disabled: "no repository exists" },
  ],
};
const here: Situation = { canGoBack: true, canAskAgain: true };

describe("a question in plain lines", () => {
  test("allows deselecting all selected options", async () => {
    const options = ["issues", "checks"].map((value) => ({ value, label: value }));
    const question = { id: "apis", title: "Which APIs?", options, initial: ["issues"] };
    const { given } = await answer((prompter) => prompter.chooseMany(question, here), ["none"]);
    expect(given).toEqual([]);
  });

  test("that requires a choice proposes the first available option, as screens do", async () => {
    const options = [
      { value: "web", label: "acme/web", disabled: "archived" },
      { value: "api", label: "acme/api" },
    ];
    const question = { id: "targets", title: "Which targets?", options, minimum: 1 };
    const { given, shown } = await answer((prompter) => prompter.chooseMany(question, here), [""]);
    expect(given).toEqual(["api"]);
    expect(shown).toContain(" [2]:");
  });

  test("shows its step, position, numbers and navigation keys", async () => {
    const { given, shown } = await answer(
      (prompter) => {
        prompter.begin(header);
        prompter.mark({ name: "Repository", state: "done", summary: "acme/control" });
        return prompter.choose(mayWrite, here);
      },
      ["?", "2"],
    );
    expect(given).toBe("live");
    expect(shown).toMatchInlineSnapshot(`
      "set up acme/control
      done: Repository: acme/control
      [2 of 2] Scope
      Should agents write to the targets? (question 2 of 4)
      Targets: acme/web, acme/api
        1. No, review only: results stay in acme/control; one App
        2. Yes, write: approved changes go to both; a second App
        3. Elsewhere (unavailable: no repository exists)
      Number, ? why, b back, again start over [1]: It decides on the Apps.
      Number, ? why, b back, again start over [1]: "
    `);
  });

  test.each([40, 64, 80, 120, 200])("wraps its lines at words in %i columns", async (columns) => {
    const ask = (prompter: Prompter) => prompter.choose(mayWrite, here);
    const { shown } = await answer(ask, ["1"], columns);
    const lines = shown.split("\n");
    expect(lines.filter((line) => textWidth(line) > columns)).toEqual([]);
    const unbroken = (await answer(ask, ["1"], 200)).shown;
    expect(shown.split(/\s+/)).toEqual(unbroken.split(/\s+/));
  });

  test("treats Enter as the first available option, or as the default", async () => {
    const [closed, ...open] = mayWrite.options.toReversed();
    const options = closed ? [closed, ...open] : open;
    const ask = (initial?: string) => (prompter: Prompter) =>
      prompter.choose({ ...mayWrite, options, ...(initial && { initial }) }, here);
    expect((await answer(ask(), [""])).given).toBe("live");
    expect((await answer(ask("review"), [""])).given).toBe("review");
  });

  test.each([
    ["b", Back],
    ["back", Back],
    ["again", AskAgain],
  ])("is left by the input %s if it can be left", async (typed, error) => {
    const choose = (prompter: Prompter) => prompter.choose(mayWrite, here);
    expect((await answer(choose, [typed])).given).toBeInstanceOf(error);
    const stay = (prompter: Prompter) => prompter.choose(mayWrite, { canGoBack: false });
    const { given, shown } = await answer(stay, [typed, "1"]);
    expect(given).toBe("review");
    expect(shown).toContain("Type a number from 1 to 3.");
  });

  test("that asks for text treats a letter as text, and only words as navigation", async () => {
    const name = { id: "name", title: "Name of the App:", placeholder: "acme-reader" };
    const ask = (prompter: Prompter) => prompter.text(name, here);
    const { given, shown } = await answer(ask, ["b"]);
    expect(given).toBe("b");
    expect(shown).toBe(
      'Name of the App: (for example acme-reader)\nAnswer, "back", "again" start over: ',
    );
    expect((await answer(ask, ["back"])).given).toBeInstanceOf(Back);
  });

  test("that asks for confirmation treats an empty line as no", async () => {
    const sure = {
      id: "sure",
      title: "End it?",
      weight: "cannot be undone",
      no: "Keep it",
    } as const;
    const ask = (prompter: Prompter) => prompter.confirm(sure, here);
    const { given, shown } = await answer(ask, [""]);
    expect(given).toBe(false);
    expect(shown).toContain("End it?\nCannot be undone:\n  y. Yes\n  n. Keep it\ny or n, b back");
    expect((await answer(ask, ["y"])).given).toBe(true);
  });
});

describe("unbreakable text", () => {
  test("a link and a command remain unbroken at any width", async () => {
    const link = "https://forge.example/organizations/acme/settings/apps/gatehouse-acme-control";
    const command = "gatehouse setup --host forge.example --repo acme/control";
    const report = (prompter: Prompter) =>
      prompter.note({ id: "n", title: "Kept.", link, command });
    const { shown } = await answer(report, [], 40);
    expect(shown.split("\n")).toContain(link);
    expect(shown.replaceAll(/ \\\n */g, " ")).toContain(command);
  });
});
