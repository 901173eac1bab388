import { expect, test } from "vitest";
import { showChanges } from "../../../flows/engine/show-changes.ts";
import { compile, plain } from "./engine-bench.ts";

const none = { before: "", after: "" };

test("signs that no terminal shows are written out, so that two lines that differ look so", () => {
  const after = plain.replace("Look.", "Lo\u200bok\u202e.");
  const { lines } = showChanges({ definition: { before: plain, after }, pipeline: none });
  expect(lines).toEqual(["- Look.", "+ Lo\\u{200b}ok\\u{202e}."]);
});

test("of a pipeline that is new it is said how much of it is not shown", () => {
  const after = compile(plain).text ?? "";
  const { steps } = showChanges({ definition: none, pipeline: { before: "", after } });
  expect(steps.some((line) => line.startsWith("Agent: Run the agent"))).toBe(true);
  expect(steps.at(-1)).toMatch(/^(\d{3,} more lines that do not depend on the answers)$/);
  const same = showChanges({ definition: none, pipeline: { before: after, after } });
  expect(same.steps).toEqual([]);
});
