import { expect, test } from "vitest";
import { pause } from "../../src/forge/pause.ts";
import { failureOf } from "./forge-bench.ts";

test("a pause stops at once, and with the signal's own reason", async () => {
  const stop = new AbortController();
  const reason = new Error("the person stopped");
  const waiting = pause(3_600_000, stop.signal);
  stop.abort(reason);
  expect(await failureOf(waiting)).toBe(reason);
  expect(await failureOf(pause(3_600_000, stop.signal))).toBe(reason);
});

test("a pause without a stop ends after its time", async () => {
  await expect(pause(1)).resolves.toBeUndefined();
});
