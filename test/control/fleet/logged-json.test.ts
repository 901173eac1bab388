import fc from "fast-check";
import { expect, test } from "vitest";
import { toLoggedJson, withoutCommands } from "../../../src/control/fleet/without-commands.ts";

const texts = fc.string({ unit: fc.constantFrom(":", "#", "[", " ", "a") });

test("nothing in a text begins a command of the runner's", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(withoutCommands(text)).not.toMatch(/::|##\[/);
    }),
  );
});

test("a document means the same, and has no command in it", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const written = toLoggedJson({ text });
      expect(JSON.parse(written)).toEqual({ text });
      expect(written).not.toMatch(/^\s*::|##\[/m);
    }),
  );
});
