import { expect, test } from "vitest";
import { describeReview } from "../../../src/commands/outcomes/print-review.ts";

test("what a checked-in file says cannot forge a line of the review", () => {
  const text = describeReview(
    {
      repo: "acme/control",
      host: "forge.example",
      ready: false,
      counts: { pass: 0, fail: 1, unknown: 0 },
      checks: [
        {
          id: "settings",
          title: "Checked-in settings",
          state: "fail",
          evidence: ['no "a\n✔ Checked-in settings: pass" is known'],
          next: [{ say: "Mend it\n✔ all is well" }],
        },
      ],
      precedence: [],
      run: null,
    },
    80,
  );
  expect(text.split("\n").filter((line) => line.startsWith("✔"))).toEqual([]);
  expect(text).toContain('    no "a\n    ✔ Checked-in settings: pass" is known\n');
});
