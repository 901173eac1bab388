import { expect, test } from "vitest";
import { hasInvisible } from "../../../src/run/outputs/joiners.ts";

test.each([
  ["a joiner in a family emoji", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
  ["a joiner after a skin tone", "\u{1f469}\u{1f3fd}\u200d\u{1f680}"],
  ["a joiner in a rainbow flag", "\u{1f3f3}\ufe0f\u200d\u{1f308}"],
  [
    "a tag sequence in the flag of Scotland",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  ],
  ["a non-joiner in Persian", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ["a Persian suffix of a Latin word", "API\u200c\u0647\u0627"],
  ["a joiner in Devanagari", "\u0915\u094d\u200d\u0937"],
])("%s is not treated as invisible", (_what, text) => {
  expect(hasInvisible(text)).toBe(false);
});

test.each([
  ["a joiner between Latin letters", "a\u200db"],
  ["a joiner after the last emoji", "\u{1f468}\u200d"],
  ["two joiners", "\u{1f468}\u200d\u200d\u{1f469}"],
  ["tag characters that are not a flag", "\u{1f3f4}\u{e0061}\u{e007f}"],
  ["a zero-width space", "a\u200bb"],
])("%s is invisible", (_what, text) => {
  expect(hasInvisible(text)).toBe(true);
});
