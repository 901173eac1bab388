import { expect, test } from "vitest";
import { waitUntilRefused } from "../../../flows/shared/wait-until-refused.ts";
import type { Liveness } from "../../../src/credentials/revoke-token.ts";

/** Tries a credential with these responses; each pause advances the clock. */
async function tryWith(answers: readonly Liveness[], signal = new AbortController().signal) {
  const pauses: number[] = [];
  let time = 0;
  let checks = 0;
  const last = await waitUntilRefused(
    () => Promise.resolve(answers[Math.min(checks++, answers.length - 1)] ?? "unknown"),
    {
      now: () => new Date(time),
      pause: (milliseconds, given) => {
        given?.throwIfAborted();
        pauses.push(milliseconds);
        time += milliseconds;
        return Promise.resolve();
      },
      signal,
      patienceMilliseconds: 30_000,
      pollMilliseconds: 2000,
    },
  );
  return { last, checks, pauses };
}

test("a credential that is refused is not tried again", async () => {
  expect(await tryWith(["refused", "works"])).toEqual({ last: "refused", checks: 1, pauses: [] });
});

test("a credential that works or has an unknown state is tried until it is refused", async () => {
  const { last, checks, pauses } = await tryWith(["works", "unknown", "refused"]);
  expect({ last, checks, pauses }).toEqual({ last: "refused", checks: 3, pauses: [2000, 2000] });
});

test.each(["works", "unknown"] as const)(
  "a credential whose state stays %s is reported with that state",
  async (liveness) => {
    const { last, checks } = await tryWith([liveness]);
    expect({ last, checks }).toEqual({ last: liveness, checks: 16 });
  },
);

test("a stop ends the wait", async () => {
  const stopped = AbortSignal.abort(new Error("stopped"));
  await expect(tryWith(["works"], stopped)).rejects.toThrow("stopped");
});
