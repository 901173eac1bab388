import { describe, expect, test } from "vitest";
import { nestingOf } from "../../emulator/http/nesting.ts";

describe("brackets", () => {
  test.each([
    ["of each kind", "{[(x)]}", 3],
    ["next to each other", "{[][][]}", 2],
    ["that are not closed", "[[[", 3],
    ["in a string", '{"a":"[[[[","b":[1]}', 2],
    ["after a quote that is part of the string", String.raw`{"a":"\"[[[[","b":[1]}`, 2],
    ["after a backslash at the end of the string", String.raw`{"a":"\\",[[[[`, 5],
    ["on the line after an unclosed quote", '# it is 5" long\n{{{', 3],
    ["after a carriage return that follows an unclosed quote", '# 5"\r{{{', 3],
    ["on the line after a backslash that follows an unclosed quote", '# 5"\\\n{{{', 3],
  ])("%s are counted as a parser sees them", (_, source, deepest) => {
    expect(nestingOf(source)).toBe(deepest);
  });

  test("after a million unclosed quotes are counted at once", { timeout: 5000 }, () => {
    expect(nestingOf(`"${String.raw`\"`.repeat(1_000_000)}\n[`)).toBe(1);
  });
});
