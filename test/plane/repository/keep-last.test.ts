import { expect, test } from "vitest";
import { isFresh, keepLast } from "../../../src/plane/repository/keep-last.ts";

const now = () => new Date("2026-01-01T00:00:00Z");

test("the last reading is kept until the data is read again or discarded", async () => {
  let count = 0;
  const { fresh, last, forget } = keepLast(() => Promise.resolve((count += 1)), now);
  expect([await last(), await last()]).toEqual([1, 1]);
  expect([await fresh(), await last()]).toEqual([2, 2]);
  forget();
  expect([await last(), await last()]).toEqual([3, 3]);
});

test("a failed reading is not kept", async () => {
  let isBroken = true;
  const read = () => (isBroken ? Promise.reject(new Error("broken")) : Promise.resolve("read"));
  const { last } = keepLast(read, now);
  await expect(last()).rejects.toThrow("broken");
  isBroken = false;
  expect(await last()).toBe("read");
});

test("a reading that was discarded during the request is not kept", async () => {
  let count = 0;
  const { fresh, last, forget } = keepLast(() => Promise.resolve((count += 1)), now);
  const reading = fresh();
  forget();
  expect([await reading, await last()]).toEqual([1, 2]);
});

test("a reading that is a minute old is not reused", async () => {
  const clock = { now: now() };
  let count = 0;
  const { last } = keepLast(
    () => Promise.resolve((count += 1)),
    () => clock.now,
  );
  await last();
  clock.now = new Date("2026-01-01T00:01:00Z");
  expect(await last()).toBe(2);
});

test.each([
  ["quick", "00:00:00", true],
  ["less than a minute old", "00:00:59", true],
  ["one minute old", "00:01:00", false],
  ["with a clock that was set back", "23:58:00", false],
])("whether a reading %s is recent: at %s, %s", (_, time, fresh) => {
  const day = time.startsWith("23") ? "2025-12-31" : "2026-01-01";
  expect(isFresh(now(), new Date(`${day}T${time}Z`))).toBe(fresh);
});
