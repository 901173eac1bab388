import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../flows");

test("Enter alone is a yes only where that stops the packages, or keeps them out of the targets", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const lines = files
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return text.split("\n").map((line) => `${name}: ${line.trim()}`);
    });
  // What is chosen already where a yes or a no is asked for: everywhere else, Enter is no answer.
  const chosen = lines.filter((line) =>
    /\binitial: (true|false|is[A-Z]|has[A-Z]|can[A-Z]|!)/.test(line),
  );
  expect(chosen.toSorted()).toEqual([
    "exposed/contain.ts: initial: true,",
    "exposed/resume-work.ts: initial: true,",
    "rotate/bring-key.ts: initial: false,",
  ]);
});
