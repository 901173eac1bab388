import { expect, test } from "vitest";
import { asksForAll } from "../src/route-help.ts";

test.each([["--help"], ["-h"], ["help"], ["--version"], ["-V"]])(
  "%s asks for nothing else",
  (word) => {
    expect(asksForAll([word])).toBe(true);
  },
);

test.each([[[]], [["setup", "--help"]], [["help", "setup"]], [["--help", "setup"]], [["--nope"]]])(
  "%j is read by who knows the commands",
  (argv) => {
    expect(asksForAll(argv)).toBe(false);
  },
);
