import { describe, expect, test } from "vitest";
import { createPlainProgressLog, markLine, formatTopic } from "../../src/prompts/plain-lines.ts";

test.each([
  ["done", "done: Key: x"],
  ["active", "now: Key: x"],
  ["reported", "reported: Key: x"],
  ["unknown", "unknown: Key: x"],
  ["attention", "attention: Key: x"],
  ["failed", "wrong: Key: x"],
  ["skipped", "skipped: Key: x"],
] as const)("the state %s is printed as a word", (state, worded) => {
  expect(markLine({ name: "Key", state, summary: "x" })).toBe(worded);
});

test("a name with line breaks or escape codes cannot forge another line", () => {
  const lines: string[] = [];
  formatTopic((line) => lines.push(line), {
    id: "a",
    title: "Which?\ndone: Key: x",
    facts: [{ name: "App\n", text: "a\u001b[2Jb" }],
  });
  expect(lines).toEqual(["Which? done: Key: x", "App : ab"]);
});

test("a question prints its position, warning and facts", () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const facts = [{ name: "Ends", text: "SHA256:old" }];
  const body = ["Runs break.", "https://forge.example/keys"];
  const position = { at: 2, of: 4 };
  formatTopic(print, {
    id: "a",
    title: "End it?",
    position,
    weight: "cannot be undone",
    facts,
    body,
  });
  formatTopic(print, {
    id: "b",
    title: "A token?",
    weight: "read first",
    body: ["It acts as you."],
  });
  expect(lines).toEqual([
    "End it? (question 2 of 4)",
    "Cannot be undone:",
    "Ends: SHA256:old",
    "Runs break.",
    "  https://forge.example/keys",
    "A token?",
    "Read first:",
    "It acts as you.",
  ]);
});

describe("the progress log", () => {
  function openProgressLog() {
    const lines: string[] = [];
    const progressLog = createPlainProgressLog((line) => lines.push(line));
    const start = () =>
      progressLog.begin({
        title: "set up",
        subject: "acme/control",
        outline: ["Repository", "Scope"],
      });
    start();
    return { progressLog, start, accept: () => lines.splice(0) };
  }

  test("prints each step once when the step begins", () => {
    const { progressLog, accept } = openProgressLog();
    progressLog.reach();
    progressLog.reach();
    progressLog.mark({ name: "Repository", state: "done", summary: "acme/control" });
    progressLog.reach();
    progressLog.mark({ name: "Scope", state: "done", summary: "2 targets" });
    progressLog.reach();
    expect(accept()).toEqual([
      "set up acme/control",
      "[1 of 2] Repository",
      "done: Repository: acme/control",
      "[2 of 2] Scope",
      "done: Scope: 2 targets",
    ]);
  });

  test("prints only changes after Back", () => {
    const { progressLog, start, accept } = openProgressLog();
    const kept = { name: "Targets", text: "acme/web" };
    progressLog.mark({ name: "Repository", state: "done", summary: "acme/control" });
    progressLog.answered(kept, true);
    progressLog.answered({ name: "Mode", text: "live" }, false);
    expect(accept().slice(1)).toEqual([
      "done: Repository: acme/control",
      "answer: Targets: acme/web",
    ]);
    start();
    progressLog.mark({ name: "Repository", state: "done", summary: "acme/control" });
    progressLog.answered(kept, true);
    progressLog.answered({ ...kept, text: "acme/api" }, true);
    expect(accept()).toEqual(["answer: Targets: acme/api"]);
  });
});
