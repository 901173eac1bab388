import { expect, test } from "vitest";
import { createRecent } from "../../../src/firewall/proxy/recent.ts";

test("the least recently used entry is evicted, and reported", () => {
  const dropped: number[] = [];
  const recent = createRecent<number>(2, (value) => dropped.push(value));
  recent.set("a", 1);
  recent.set("b", 2);
  expect([recent.get("a"), recent.get("a")]).toEqual([1, 1]);
  recent.set("c", 3);
  expect(dropped).toEqual([2]);
  expect(recent.get("a")).toBe(1);
  recent.set("c", 4);
  recent.get("c");
  recent.set("d", 5);
  expect(dropped).toEqual([2, 1]);
  expect([...recent.values()]).toEqual([4, 5]);
});
