import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLinePrompter } from "../../src/prompts/line-prompter.ts";
import { createPlainWait, nextReminder } from "../../src/prompts/plain-wait.ts";
import { AskAgain, Back } from "../../src/prompts/prompter.ts";
import type { Situation, Wait, WaitUpdate } from "../../src/prompts/prompter.ts";
import { noStops } from "./no-stops.ts";

const start = new Date(2026, 10, 21, 14, 2, 11);
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const wait: Wait = {
  id: "app",
  title: "Create the Read App on the forge",
  steps: [
    "If your browser did not open, open this link:",
    "Press [ Create App ].",
    "Come back here.",
  ],
};

function openWait(given: Wait = wait) {
  const lines: string[] = [];
  let now = start;
  const reported = createPlainWait(
    given,
    (line) => lines.push(line),
    () => now,
  );
  reported.begin();
  return { ...reported, lines, at: (seconds: number) => void (now = after(seconds)) };
}

describe("a wait prints", () => {
  test("its instructions as steps, the link below the first, and events with their times", () => {
    const { report, lines, at } = openWait();
    report({ line: "no response yet", link: "http://127.0.0.1:41873/read", deadline: after(300) });
    at(4);
    report({ seen: "your browser opened the page" });
    at(130);
    report({ seen: "the forge sent you back", line: "no key yet", next: "key received, stored" });
    expect(lines).toEqual([
      "now: Create the Read App on the forge",
      "1. If your browser did not open, open this link:",
      "  http://127.0.0.1:41873/read",
      "2. Press [ Create App ].",
      "3. Come back here.",
      "now: no response yet",
      "This stops automatically at 14:07:11. 5 minutes left.",
      "14:02:15 your browser opened the page. 5 minutes left.",
      "now: no key yet",
      "then: key received, stored",
      "14:04:21 the forge sent you back. 3 minutes left.",
    ]);
  });

  test("each text only once, and a problem with its fix", () => {
    const { report, lines } = openWait({ id: "w", title: "Install it", body: ["Choose both."] });
    const problem = { text: "It sees 1 of 2.", hints: [{ text: "Add it", link: "http://x/1" }] };
    const update: WaitUpdate = { line: "looking", link: "http://x/", problem };
    report(update);
    report(update);
    report({ ...update, problem: null, link: null });
    expect(lines).toEqual([
      "now: Install it",
      "Choose both.",
      "attention: It sees 1 of 2.",
      "Add it:",
      "  http://x/1",
      "now: looking",
      "  http://x/",
    ]);
  });

  test("its duration or its remaining time when a reminder is due", () => {
    const { report, lines, at, remind } = openWait({ id: "w", title: "Waiting for the run" });
    at(300);
    remind();
    report({ deadline: after(360), line: "no response yet" });
    remind();
    expect(lines.filter((line) => line.startsWith("Still"))).toEqual([
      "Still waiting for 5 minutes: Waiting for the run",
      "Still waiting: no response yet. 1 minute left.",
    ]);
  });

  test.each([
    ["after 5 minutes", 0, undefined, 300],
    ["after another 5 minutes", 300, undefined, 600],
    ["with 5 minutes left", 10, 400, 100],
    ["with 2 minutes left", 100, 400, 280],
    ["with 1 minute left", 300, 400, 340],
    ["at the next 5 minutes if less than a minute is left", 350, 400, 600],
  ])("the next reminder %s", (_when, now, deadline, next) => {
    const end = deadline === undefined ? undefined : after(deadline);
    expect(nextReminder(after(now), start, end)).toEqual(after(next));
  });
});

/** Opens a line-only terminal at a wait that does not finish by itself. */
function waitInTerminal(given: Wait, situation: Situation) {
  const input = Object.assign(new PassThrough(), { isTTY: false });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = "";
  output.on("data", (piece: Buffer) => (shown += piece.toString()));
  const prompter = createLinePrompter({
    input: input as unknown as NodeJS.ReadStream,
    output: output as unknown as NodeJS.WriteStream,
    env: { TERM: "dumb" },
    stops: noStops(),
  });
  const signals: AbortSignal[] = [];
  const ended = prompter.progress(
    given,
    (_report, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    },
    situation,
  );
  return { type: (text: string) => input.write(text), shown: () => shown, ended, signals };
}

const leaves = { canGoBack: true, canAskAgain: true };

describe("during a wait", () => {
  test.each([
    ["b", Back],
    ["again", AskAgain],
  ])("%s and Enter leaves the wait and aborts its task", async (typed, error) => {
    const { type, ended, shown, signals } = waitInTerminal(wait, leaves);
    type(`${typed}\n`);
    await expect(ended).rejects.toBeInstanceOf(error);
    expect(signals[0]?.aborted).toBe(true);
    expect(shown()).toContain("b and Enter: back; again and Enter: start over. Ctrl-C: stop");
  });

  test("b and Enter does not leave an uninterruptible wait", async () => {
    const { type, shown } = waitInTerminal(wait, { canGoBack: false });
    type("b\n");
    await expect.poll(shown).toContain('"b" is not one of the letters above.');
    expect(shown()).toContain("\nCtrl-C: stop\n");
  });

  test("an empty line triggers the main action", async () => {
    const run = () => "Not there yet.";
    const action = { id: "check", key: "enter", label: "check now", run };
    const { type, shown } = waitInTerminal({ ...wait, actions: [action] }, { canGoBack: false });
    type("\n");
    await expect.poll(shown).toContain("Not there yet.");
    expect(shown()).toContain("Enter: check now. Ctrl-C: stop\n");
  });
});

describe("while nothing changes", () => {
  beforeEach(() => void vi.useFakeTimers({ now: start }));
  afterEach(() => void vi.useRealTimers());

  test("a reminder is printed every 5 minutes", async () => {
    const { shown } = waitInTerminal({ id: "w", title: "The run" }, { canGoBack: false });
    await vi.advanceTimersByTimeAsync(299_000);
    expect(shown()).not.toContain("Still");
    await vi.advanceTimersByTimeAsync(302_000);
    expect(shown().match(/Still waiting for (5|10) minutes: The run/g)).toHaveLength(2);
  });
});
