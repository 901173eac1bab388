import { expect, test } from "vitest";
import { constants } from "node:os";
import { controlJob, isInForeground } from "../../../src/firewall/sandbox/job-control.ts";

test.each([
  ["7 (node) S 1 7 7 34816 7 0 0", true],
  ["7 (node) S 1 7 7 34816 9 0 0", false],
  ["7 (a) S 1 9 9) S 1 7 7 34816 7 0 0", true],
  ["7 (node) S 1 7 7 0 -1 0 0", false],
  ["", false],
])("the foreground process group is detected in %j: %j", (stat, expected) => {
  expect(isInForeground(stat)).toBe(expected);
});

test("a command that stops behind another terminal is resumed immediately", () => {
  const locations: string[] = [];
  const before = process.listenerCount("SIGCONT");
  const job = controlJob(
    { resume: (location) => locations.push(location) },
    { starter: "/nonexistent", hadTerminal: true, isBehindAnother: true },
  );
  job.receive({ kind: "started" });
  job.receive({ kind: "stopped", signal: constants.signals.SIGTSTP });
  job.end();
  expect(locations).toEqual(["foreground"]);
  expect(process.listenerCount("SIGCONT")).toBe(before);
});

test("without a terminal, the terminal is not restored, and the signal listener is removed", () => {
  const before = process.listenerCount("SIGCONT");
  const options = { starter: "/nonexistent", hadTerminal: false, isBehindAnother: false };
  const job = controlJob({ resume: () => undefined }, options);
  expect(process.listenerCount("SIGCONT")).toBe(before + 1);
  job.end();
  expect(process.listenerCount("SIGCONT")).toBe(before);
});
