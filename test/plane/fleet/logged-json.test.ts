import fc from "fast-check";
import { expect, test } from "vitest";
import { toLoggedJson } from "../../../src/plane/fleet/logged-json.ts";

const texts = fc.string({ unit: fc.constantFrom(":", "#", "[", " ", "a", "vso") });

test("a logged document keeps its meaning and contains no workflow commands", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const written = toLoggedJson({ text });
      expect(JSON.parse(written)).toEqual({ text });
      expect(written).not.toMatch(/^\s*::|##(?:vso)?\[/m);
    }),
  );
});
