import { expect, test } from "vitest";
import { keepLast } from "../../src/control/keep-last.ts";

test("the last reading is kept until it is read anew or forgotten", async () => {
  let count = 0;
  const { anew, last, forget } = keepLast(() => Promise.resolve((count += 1)));
  expect([await last(), await last()]).toEqual([1, 1]);
  expect([await anew(), await last()]).toEqual([2, 2]);
  forget();
  expect([await last(), await last()]).toEqual([3, 3]);
});

test("a reading that failed is none", async () => {
  let isBroken = true;
  const { last } = keepLast(() =>
    isBroken ? Promise.reject(new Error("broken")) : Promise.resolve("read"),
  );
  await expect(last()).rejects.toThrow("broken");
  isBroken = false;
  expect(await last()).toBe("read");
});

test("what was forgotten while it was read is not kept", async () => {
  let count = 0;
  const { anew, last, forget } = keepLast(() => Promise.resolve((count += 1)));
  const reading = anew();
  forget();
  expect([await reading, await last()]).toEqual([1, 2]);
});
