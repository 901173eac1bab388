import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createLinePrompter } from "../../src/prompts/line-prompter.ts";
import { Back } from "../../src/prompts/prompter.ts";
import type { Situation, Wait } from "../../src/prompts/prompter.ts";
import { noStops } from "./no-stops.ts";

const checks: string[] = [];
const wait: Wait = {
  id: "install",
  title: "Install it",
  steps: ["Open this link:", "Press [ Install ]."],
  actions: [
    { id: "check", key: "enter", label: "check now", run: () => void checks.push("checked") },
    { id: "open", key: "o", label: "open again", run: () => void checks.push("opened") },
  ],
};

/** Starts a wait in plain lines, which continues until the test ends. */
function begin(situation?: Situation) {
  const input = new PassThrough();
  const output = new PassThrough();
  const prompter = createLinePrompter({
    input: input as unknown as NodeJS.ReadStream,
    output: output as unknown as NodeJS.WriteStream,
    env: { TERM: "dumb" },
    stops: noStops(),
  });
  const shown = () => String(output.read() ?? "");
  let end: () => void = () => undefined;
  let over: unknown;
  const waiting = prompter.progress(
    wait,
    (_report, signal) => {
      signal.addEventListener("abort", () => (over = signal.reason));
      return new Promise<void>((resolve) => (end = resolve));
    },
    situation,
  );
  return {
    shown,
    waiting,
    end: () => end(),
    over: () => over,
    type: async (line: string) => {
      input.write(`${line}\n`);
      await new Promise(setImmediate);
    },
  };
}

test("a wait prints its keys, and an empty line counts as Enter", async () => {
  const { shown, waiting, end, type } = begin();
  expect(shown().split("\n")).toEqual([
    "now: Install it",
    "Enter: check now; o and Enter: open again. Ctrl-C: stop",
    "",
  ]);
  checks.length = 0;
  await type("");
  await type("o");
  await type("b");
  expect(checks).toEqual(["checked", "opened"]);
  expect(shown()).toContain('"b" is not one of the letters above.');
  end();
  await waiting;
});

test("b leaves a wait that can be left", async () => {
  const { shown, waiting, type, over } = begin({ canGoBack: true });
  expect(shown()).toContain("; b and Enter: back. ");
  await Promise.all([expect(waiting).rejects.toBeInstanceOf(Back), type("b")]);
  expect(over()).toBeInstanceOf(Back);
});
