import { constants } from "node:os";
import { expect, test } from "vitest";
import { evaluateEnd } from "../../src/firewall/end-of-run.ts";
import type { EndOfCommand } from "../../src/firewall/sandbox/start-container.ts";

const evaluate = (end: EndOfCommand, timedOut = false) =>
  evaluateEnd(end, {
    timedOut,
    command: ["agent", "-x"],
    explain: () => ({ reason: "It is hidden.", hints: [{ text: "Show it" }] }),
  });
const { ENOENT, EACCES, ELOOP, ENOEXEC } = constants.errno;

test.each([0, 1, 42, 125, 255])(
  "if the command exits with %i, the run exits with the same code, without a message",
  (code) => {
    expect(evaluate({ kind: "exit", code })).toEqual({ code });
  },
);

test("if env does not find the interpreter of a script, the reason is reported", () => {
  const end = evaluate({ kind: "exit", code: 127 });
  expect(end).toEqual({ code: 127, reason: "It is hidden.", hints: [{ text: "Show it" }] });
  const unknown = evaluateEnd(
    { kind: "exit", code: 127 },
    { timedOut: false, command: ["agent"], explain: () => undefined },
  );
  expect(unknown).toEqual({ code: 127 });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  ["SIGKILL", 137],
] as const)("if the command is killed by %s, the run exits with %i", (name, code) => {
  expect(evaluate({ kind: "killed", signal: constants.signals[name] })).toEqual({ code });
});

test("the reason and the hint of a program that was not found are reported", () => {
  for (const errno of [ENOENT, ELOOP]) {
    const end = evaluate({ kind: "refused", errno });
    expect(end).toMatchObject({ code: 127, hints: [{ text: "Show it" }] });
  }
  const unknown = evaluateEnd(
    { kind: "refused", errno: ENOENT },
    { timedOut: false, command: ["agent"], explain: () => undefined },
  );
  const reason = 'Program "agent" not found on PATH in the container.';
  expect(unknown).toEqual({ code: 127, reason });
});

test.each([
  [ENOENT, 127, 'Program "agent" not found on PATH in the container. It is hidden.'],
  [EACCES, 126, 'Could not start the program "agent": permission denied.'],
  [ENOEXEC, 126, 'Could not start the program "agent": ENOEXEC.'],
])(
  "if the system refuses to start the command with error %i, the run exits with %i",
  (errno, code, reason) => {
    const end = evaluate({ kind: "refused", errno });
    expect(end.code).toBe(code);
    expect(end.reason).toContain(reason);
  },
);

test("if the container disappears, the firewall itself has failed", () => {
  const end = evaluate({ kind: "lost", complaint: "it ended with SIGKILL" });
  expect(end).toMatchObject({ code: 125, reason: expect.stringContaining("SIGKILL") });
});

test("if the time limit expires, the run exits with 124, however the command ended", () => {
  for (const end of [
    { kind: "exit", code: 0 },
    { kind: "killed", signal: 15 },
  ] as const) {
    expect(evaluate(end, true)).toMatchObject({ code: 124, reason: expect.any(String) });
  }
});
