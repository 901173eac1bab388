import { describe, expect, test } from "vitest";
import {
  endAction,
  pressWait,
  startAction,
  startWait,
  updateWait,
} from "../../../components/keys/wait.ts";
import { sayTimes } from "../../../components/wait-status.tsx";
import { pressAll } from "./press.ts";

const open = { id: "open", key: "o", label: "open again", run: () => undefined };
const paste = { ...open, id: "paste", key: "p", label: "paste", input: "The address:" };
const start = startWait([open, paste], new Date("2030-01-01T10:00:00Z"));
const press = (keys: string, from = start) => pressAll(pressWait, from, keys);

describe("a wait", () => {
  test("a key starts its action; others mean nothing", () => {
    expect(press("xo").answer).toEqual({ action: open, input: "" });
  });

  test("an action with input asks for a line first", () => {
    expect(press("phttp://127.0.0.1/cb?code=o<enter>").answer).toEqual({
      action: paste,
      input: "http://127.0.0.1/cb?code=o",
    });
  });

  test("Escape closes the line and leaves the wait", () => {
    expect(press("pabc<escape>").state.entry).toBeUndefined();
    expect(pressWait(start, { name: "escape" })).toBeUndefined();
  });

  test("no key starts a second action while one runs", () => {
    expect(press("o", startAction(start, paste)).answer).toBeUndefined();
  });

  test("what was typed stays when it was not taken, and goes when it was", () => {
    const running = startAction(press("pabc").state, paste);
    expect(endAction(running, "No address.")).toMatchObject({ complaint: "No address." });
    expect(endAction(running, "No address.").entry?.text.characters).toHaveLength(3);
    expect(endAction(running, undefined).entry).toBeUndefined();
  });

  test("an update changes what it names; null takes it away", () => {
    const deadline = new Date("2030-01-01T10:10:00Z");
    const problem = { say: "Sign in first." };
    const told = updateWait(start, {
      line: "waiting",
      link: "http://127.0.0.1/",
      deadline,
      problem,
    });
    expect(updateWait(told, { line: "nearly" })).toMatchObject({
      line: "nearly",
      deadline,
      problem,
    });
    const gone = updateWait(told, { link: null, deadline: null, problem: null });
    expect([gone.link, gone.deadline, gone.problem, gone.line]).toEqual([
      undefined,
      undefined,
      null,
      "waiting",
    ]);
  });

  test("tells for how long it waits and when it ends", () => {
    const now = new Date("2030-01-01T10:02:41Z");
    const deadline = new Date("2030-01-01T10:10:00Z");
    expect(sayTimes(start, now, "·")).toBe("2:41");
    expect(sayTimes({ ...start, deadline }, now, "·")).toBe("2:41 · ends in 7:19");
    expect(sayTimes({ ...start, deadline: start.startedAt }, now, "·")).toMatch(/ends in 0:00$/);
  });
});
