import { describe, expect, test } from "vitest";
import { nestingOf } from "../../emulator/http/nesting.ts";

describe("brackets", () => {
  test.each([
    ["of each kind", "{[(x)]}", 3],
    ["beside each other", "{[][][]}", 2],
    ["that nobody closes", "[[[", 3],
    ["in a text", '{"a":"[[[[","b":[1]}', 2],
    ["behind a quote that belongs to the text", String.raw`{"a":"\"[[[[","b":[1]}`, 2],
    ["behind a backslash that ends the text", String.raw`{"a":"\\",[[[[`, 5],
    ["on the line after a quote that nobody closes", '# it is 5" long\n{{{', 3],
    ["behind a carriage return after such a quote", '# 5"\r{{{', 3],
    ["on the line after a backslash in such a line", '# 5"\\\n{{{', 3],
  ])("%s are counted as a parser would meet them", (_, source, deepest) => {
    expect(nestingOf(source)).toBe(deepest);
  });

  test(
    "behind a million quotes of which none is closed are counted at once",
    { timeout: 5000 },
    () => {
      expect(nestingOf(`"${String.raw`\"`.repeat(1_000_000)}\n[`)).toBe(1);
    },
  );
});
