import { describe, expect, test } from "vitest";
import {
  Cancelled,
  Incomplete,
  InvalidInput,
  Stopped,
  UserError,
  exitCode,
} from "../../src/shared/errors.ts";

describe("an error that a user can act on", () => {
  test.each([
    [new InvalidInput("no"), "InvalidInput", exitCode.usage],
    [new Cancelled(), "Cancelled", exitCode.cancelled],
    [new Stopped("SIGINT"), "Stopped", exitCode.cancelled],
    [new Stopped("SIGTERM"), "Stopped", exitCode.terminated],
    [new Stopped("SIGHUP"), "Stopped", exitCode.hungUp],
    [new Incomplete("no"), "Incomplete", exitCode.incomplete],
  ])("%s is named after its situation and has its exit code", (error, name, code) => {
    expect(error).toBeInstanceOf(UserError);
    expect(error.name).toBe(name);
    expect(error.exitCode).toBe(code);
    expect(error.hints).toEqual([]);
  });

  test("keeps its hints and its cause", () => {
    const cause = new Error("below");
    const error = new InvalidInput("no", [{ text: "Do this", command: "gatehouse" }], { cause });
    expect(error.hints).toEqual([{ text: "Do this", command: "gatehouse" }]);
    expect(error.cause).toBe(cause);
  });
});

test("the exit codes are those that the README promises", () => {
  expect(exitCode).toEqual({
    done: 0,
    bug: 1,
    usage: 2,
    refused: 3,
    unreachable: 4,
    incomplete: 5,
    denied: 6,
    firewallFailed: 125,
    hungUp: 129,
    cancelled: 130,
    quit: 131,
    terminated: 143,
  });
});
