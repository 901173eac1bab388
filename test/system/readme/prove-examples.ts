import { expect, test } from "vitest";
import { openExamplesBench, type Examples, type RunExample } from "./examples-bench.ts";
import { sample } from "../../sample.ts";

/** Registers tests of a test file: each command line does as described. A run tests a third. */
export function proveExamples(sweep: string, examples: Examples): void {
  const bench = openExamplesBench();
  const run = Object.entries(examples).filter(
    (entry): entry is [string, RunExample] => "run" in entry[1],
  );
  const chosen = sample(sweep, run, Math.ceil(run.length / 3));
  test.each(chosen)("%s does as described", async (line, example) => {
    await expect(example.run(line, bench)).resolves.toBeUndefined();
  });
}
