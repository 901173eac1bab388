import { describe, expect, test } from "vitest";
import { createDeadline, TimedOut } from "../../../flows/shared/deadline.ts";
import { failureOf } from "../../forge/forge-bench.ts";

const start = Date.parse("2026-01-01T12:00:00Z");
const minute = 60_000;

/** A deadline, and a clock that is moved by hand. */
function open() {
  let now = start;
  const deadline = createDeadline("The registration", () => new Date(now));
  return { deadline, wait: (milliseconds: number) => (now += milliseconds) };
}

describe("a deadline", () => {
  test("is ten minutes away, and can be put off by ten more", () => {
    const { deadline } = open();
    expect(deadline.at()).toEqual(new Date(start + 10 * minute));
    deadline.extend();
    expect(deadline.at()).toEqual(new Date(start + 20 * minute));
  });

  test("that has passed says what did not happen", async () => {
    const { deadline, wait } = open();
    wait(10 * minute);
    const failure = await failureOf(deadline.passed(new AbortController().signal));
    expect(failure).toBeInstanceOf(TimedOut);
    expect(failure.message).toBe("The registration did not happen in time.");
  });

  test("is looked at again when it was put off meanwhile", async () => {
    const { deadline, wait } = open();
    wait(10 * minute - 5);
    const stop = new AbortController();
    const passing = deadline.passed(stop.signal);
    deadline.extend();
    const first = await Promise.race([passing.catch(() => "passed"), later(20, "still waiting")]);
    expect(first).toBe("still waiting");
    stop.abort(new Error("done"));
  });

  test.each(["before", "while"])(
    "ends with the signal's reason when that stops %s waiting",
    async (when) => {
      const { deadline } = open();
      const stop = new AbortController();
      const reason = new Error("the person stopped");
      if (when === "before") stop.abort(reason);
      const passing = deadline.passed(stop.signal);
      stop.abort(reason);
      expect(await failureOf(passing)).toBe(reason);
    },
  );
});

function later(milliseconds: number, value: string): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value));
}
