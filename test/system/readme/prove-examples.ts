import { expect, test } from "vitest";
import { openExamplesBench, type Examples, type RunExample } from "./examples-bench.ts";

/** For a test file: each command line does what is said of it. */
export function proveExamples(examples: Examples): void {
  const bench = openExamplesBench();
  const run = Object.entries(examples).filter(
    (entry): entry is [string, RunExample] => "run" in entry[1],
  );
  test.each(run)("%s does what is said of it", async (line, example) => {
    await expect(example.run(line, bench)).resolves.toBeUndefined();
  });
}
