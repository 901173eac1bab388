import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { explainRef } from "../../../src/run/outputs/ref-name.ts";

test.each(["main", "agent/mend", "release/1.2", "a@b", "agent/ä"])(
  "%s is a valid branch name",
  (name) => expect(explainRef(name)).toBeUndefined(),
);

test.each(["", "a b", "a..b", "a.lock", "a/.b", "/a", "a/", "a.", "-a", "@", "a@{b", "HEAD"])(
  "%j is not a valid branch name",
  (name) => expect(explainRef(name)).toBeDefined(),
);

test("Git accepts every name that gatehouse accepts", () => {
  const names = fc.sample(
    fc.string({
      unit: fc.constantFrom(...Array.from("ab./-@{~^:?*[\\ \u00e4\u0007")),
      maxLength: 8,
    }),
    { numRuns: 400, seed: 7 },
  );
  const taken = names.filter((name) => explainRef(`agent/${name}`) === undefined);
  expect(taken.length).toBeGreaterThan(20);
  for (const name of new Set(taken)) {
    execFileSync("git", ["check-ref-format", "--branch", `agent/${name}`], { stdio: "ignore" });
  }
});
