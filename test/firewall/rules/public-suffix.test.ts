import { expect, test } from "vitest";
import { loadSuffixes } from "../../../src/firewall/rules/public-suffix.ts";
import { findListed } from "../../../src/firewall/rules/suffix-list.ts";

test("the public suffix list is loaded only if a name requires it", async () => {
  expect(await loadSuffixes(["x.api.example.com", "x.test"])).not.toBe(findListed);
  expect(await loadSuffixes(["x.example.com", "x.example.co.uk"])).toBe(findListed);
  expect(await loadSuffixes([])).not.toBe(findListed);
});

test.each(["com", "net", "org", "edu", "gov", "dev", "app", "test", "example", "localhost"])(
  "without the list, names below %s have the same suffix as with the list",
  async (last) => {
    const find = await loadSuffixes([`x.${last}`]);
    for (const name of [`x.${last}`, `y.x.${last}`]) expect(find(name)).toEqual(findListed(name));
  },
);
