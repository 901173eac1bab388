import { expect, test } from "vitest";
import { showChanges } from "../../../flows/engine/show-changes.ts";
import { compile, plain } from "./engine-bench.ts";

const none = { before: "", after: "" };

test("escapes invisible characters, so that two different lines look different", () => {
  const after = plain.replace("Look.", "Lo\u200bok\u202e.");
  const { lines } = showChanges({ definition: { before: plain, after }, pipeline: none });
  expect(lines).toEqual(["- Look.", "+ Lo\\u{200b}ok\\u{202e}."]);
});

test("reports how many lines of a new pipeline are not shown", () => {
  const after = compile(plain).text ?? "";
  const { steps } = showChanges({ definition: none, pipeline: { before: "", after } });
  expect(steps.some((line) => line.startsWith("Agent: Run the agent"))).toBe(true);
  expect(steps.at(-1)).toMatch(/^\(\d{3,} more lines, independent of the answers\)$/);
  const same = showChanges({ definition: none, pipeline: { before: after, after } });
  expect(same.steps).toEqual([]);
});
