import { describe, expect, test } from "vitest";
import { createDeadline, TimedOut } from "../../../flows/shared/deadline.ts";
import { failureOf } from "../../forge/forge-bench.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const minute = 60_000;

function open(minutes?: number) {
  const clock = createVirtualClock();
  const stop = new AbortController();
  const deadline = createDeadline("The registration", clock, minutes);
  const inMinutes = (count: number) => new Date(clock.now().getTime() + count * minute);
  return { clock, stop, deadline, inMinutes };
}

describe("a deadline", () => {
  test("is ten minutes away, and can be extended by ten minutes", () => {
    const { deadline, inMinutes } = open();
    expect(deadline.at()).toEqual(inMinutes(10));
    deadline.extend();
    expect(deadline.at()).toEqual(inMinutes(20));
  });

  test("has the duration of its wait, and is extended by the same duration", () => {
    const { deadline, inMinutes } = open(30);
    deadline.extend();
    expect(deadline.at()).toEqual(inMinutes(60));
  });

  test("reports the missing event when it passes", async () => {
    const { clock, stop, deadline } = open();
    const failing = failureOf(deadline.passed(stop.signal));
    await clock.pass(10 * minute);
    const failure = await failing;
    expect(failure).toBeInstanceOf(TimedOut);
    expect(failure.message).toBe("The registration timed out.");
    expect(failure).toMatchObject({
      hints: [{ text: "Try again; on the wait screen, press e for more time" }],
    });
  });

  test("that passed before the wait ends the wait at once", async () => {
    const { clock, stop, deadline } = open();
    await clock.pass(10 * minute);
    expect(await failureOf(deadline.passed(stop.signal))).toBeInstanceOf(TimedOut);
  });

  test("is checked again if it was extended", async () => {
    const { clock, stop, deadline } = open();
    let failure: unknown;
    deadline.passed(stop.signal).catch((error: unknown) => (failure = error));
    deadline.extend();
    await clock.pass(20 * minute - 1);
    expect(failure).toBeUndefined();
    await clock.pass(1);
    expect(failure).toBeInstanceOf(TimedOut);
  });

  test.each(["before", "while"])(
    "ends with the signal's reason if the signal is sent %s waiting",
    async (when) => {
      const { stop, deadline } = open();
      const reason = new Error("the person stopped");
      if (when === "before") stop.abort(reason);
      const passing = deadline.passed(stop.signal);
      stop.abort(reason);
      expect(await failureOf(passing)).toBe(reason);
    },
  );
});
