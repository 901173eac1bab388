import { expect, test } from "vitest";
import { record } from "../../src/shared/cache-once.ts";

test("computes once for each key", () => {
  const computed: string[] = [];
  const double = record((key) => {
    computed.push(key);
    return key + key;
  });
  expect([double("a"), double("b"), double("a")]).toEqual(["aa", "bb", "aa"]);
  expect(computed).toEqual(["a", "b"]);
});

test("repeats a request that had no response", () => {
  let asked = 0;
  const find = record((key) => ((asked += 1) > 1 ? key : undefined));
  expect([find("a"), find("a"), find("a")]).toEqual([undefined, "a", "a"]);
  expect(asked).toBe(2);
});

test("keeps no more than a thousand keys, and none that is long", () => {
  let computed = 0;
  const count = record(() => (computed += 1));
  for (let key = 0; key <= 1000; key += 1) count(String(key));
  expect(count("1000")).toBe(1001);
  expect(count("0")).toBe(1002);
  const long = "x".repeat(301);
  expect([count(long), count(long)]).toEqual([1003, 1004]);
});
