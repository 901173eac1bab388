import { describe, expect, test } from "vitest";
import {
  endAction,
  pressWait,
  startAction,
  startWait,
  updateWait,
} from "../../../components/keys/wait.ts";
import { formatClock } from "../../../components/wait-rows.ts";
import { pressAll } from "./press.ts";

const open = { id: "open", key: "o", label: "open again", run: () => undefined };
const paste = { ...open, id: "paste", key: "p", label: "paste", input: "The address:" };
const start = startWait([open, paste], new Date("2030-01-01T10:00:00Z"));
const at = (seconds: number) => new Date(start.startedAt.getTime() + seconds * 1000);
const now = at(161);
const press = (keys: string, from = start) => pressAll(pressWait, from, keys);

describe("a wait", () => {
  test("a key starts its action; other keys are ignored", () => {
    expect(press("xo").answer).toEqual({ action: open, input: "" });
  });

  test("an action with input asks for a line first", () => {
    expect(press("phttp://127.0.0.1/cb?code=o<enter>").answer).toEqual({
      action: paste,
      input: "http://127.0.0.1/cb?code=o",
    });
  });

  test("Escape closes an open input line; without one, the wait does not handle Escape", () => {
    expect(press("pabc<escape>").state.entry).toBeUndefined();
    expect(pressWait(start, { name: "escape" })).toBeUndefined();
  });

  test("no key starts a second action while one runs", () => {
    expect(press("o", startAction(start, paste)).answer).toBeUndefined();
  });

  test("a rejected text remains in the field, and an accepted one disappears", () => {
    const running = startAction(press("pabc").state, paste);
    expect(endAction(running, "No address.")).toMatchObject({ complaint: "No address." });
    expect(endAction(running, "No address.").entry?.text.characters).toHaveLength(3);
    expect(endAction(running, undefined).entry).toBeUndefined();
  });

  test("a repeated event is listed once, with its latest time", () => {
    const twice = updateWait(updateWait(start, { seen: "no" }, at(1)), { seen: "no" }, at(3));
    expect(twice.seen).toEqual([{ at: at(3), text: "no", state: "done" }]);
    expect(updateWait(twice, { seen: "yes" }, at(4)).seen.map(({ text }) => text)).toEqual([
      "no",
      "yes",
    ]);
  });

  test("an update changes the fields that it names; null clears them", () => {
    const deadline = new Date("2030-01-01T10:10:00Z");
    const problem = { text: "Sign in first." };
    const reported = updateWait(
      start,
      {
        line: "waiting",
        link: "http://127.0.0.1/",
        deadline,
        problem,
      },
      now,
    );
    expect(updateWait(reported, { line: "nearly" }, now)).toMatchObject({
      line: "nearly",
      deadline,
      problem,
    });
    const gone = updateWait(reported, { link: null, deadline: null, problem: null }, now);
    expect([gone.link, gone.deadline, gone.problem, gone.line]).toEqual([
      undefined,
      undefined,
      null,
      "waiting",
    ]);
  });

  test("keeps each event with its time, and the time since the line last changed", () => {
    const first = updateWait(start, { line: "waiting", seen: "the page was opened" }, at(4));
    const same = updateWait(first, { line: "waiting" }, at(60));
    expect(same.lineAt).toEqual(at(4));
    const next = updateWait(same, { line: "no response yet", seen: "went on" }, at(90));
    expect(next.seen).toEqual([
      { at: at(4), text: "the page was opened", state: "done" },
      { at: at(90), text: "went on", state: "done" },
    ]);
    expect(updateWait(next, { amiss: "no browser" }, at(91)).seen.at(-1)?.state).toBe("attention");
    expect(next.lineAt).toEqual(at(90));
  });

  test("Enter starts an action that is assigned to Enter", () => {
    const check = { ...open, id: "check", key: "enter" };
    expect(press("<enter>", startWait([check], at(0))).answer).toEqual({
      action: check,
      input: "",
    });
  });

  test("shows the remaining time, or the elapsed time once the wait is long", () => {
    const deadline = new Date("2030-01-01T10:10:00Z");
    expect(formatClock(start, at(9))).toBe("");
    expect(formatClock(start, now)).toBe("2:41");
    expect(formatClock({ ...start, deadline }, now)).toBe("7:19 left");
    expect(formatClock({ ...start, deadline }, at(559))).toBe("! 0:41 left");
    expect(formatClock({ ...start, deadline: start.startedAt }, now)).toBe("! 0:00 left");
  });
});
