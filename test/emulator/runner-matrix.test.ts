import { describe, expect, test } from "vitest";
import { linesOf, startWorkflow } from "./runner-bench.ts";

function matrixOf(strategy: string, job: string, behind = ""): string {
  return `on: workflow_dispatch
jobs:
  each:
    strategy: ${strategy}
${job}
${behind}`;
}

describe("a matrix", () => {
  test("creates a job for each combination, named by its values", async () => {
    const steps = `    steps:
      - run: echo "$WHO at $AT of $ALL"
        env: { WHO: "\${{ matrix.who }}", AT: "\${{ strategy.job-index }}", ALL: "\${{ strategy.job-total }}" }`;
    const strategy = "{ max-parallel: 2, matrix: { who: [a, b], os: [x] } }";
    const { jobs } = await startWorkflow(matrixOf(strategy, steps));
    expect(jobs.map(({ name }) => name)).toEqual(["each (a, x)", "each (b, x)"]);
    expect(jobs.flatMap(({ log }) => linesOf(log).filter((line) => /^\w at/.test(line)))).toEqual([
      "a at 0 of 2",
      "b at 1 of 2",
    ]);
  });

  test.each([
    ["{ matrix: { who: [a, b, c] } }", ["success", "failure", "cancelled"]],
    ["{ fail-fast: false, matrix: { who: [a, b, c] } }", ["success", "failure", "success"]],
  ])("%s results in %s, and the next job sees its failure", async (strategy, ended) => {
    const job = `    name: "\${{ matrix.who }}"
    steps: [{ run: 'test "$WHO" != b', env: { WHO: "\${{ matrix.who }}" } }]`;
    const behind = `  last:
    needs: each
    if: \${{ !cancelled() && needs.each.result == 'failure' }}
    steps: [{ run: "true" }]`;
    const { jobs } = await startWorkflow(matrixOf(strategy, job, behind));
    expect(jobs.map(({ name }) => name)).toEqual(["a", "b", "c", "last"]);
    expect(jobs.map(({ conclusion }) => conclusion)).toEqual([...ended, "success"]);
  });
});

describe("artifacts of a matrix", () => {
  const keep = `    steps:
      - run: echo "$WHO" > f.txt
        env: { WHO: "\${{ matrix.who }}" }
      - uses: actions/upload-artifact@v4
        with: { name: "look-\${{ strategy.job-index }}", path: f.txt, overwrite: true }`;
  const fetch = (more: string) => `  last:
    needs: each
    steps:
      - uses: actions/download-artifact@v4
        with: { path: in${more} }
      - run: cd in && grep -r . . | sort`;
  const strategy = "{ matrix: { who: [a, b] } }";

  test("are downloaded by a pattern, each into a folder with its name", async () => {
    const { jobs, artifacts } = await startWorkflow(
      matrixOf(strategy, keep, fetch(', pattern: "look-*"')),
    );
    expect(linesOf(jobs.at(-1)?.log)).toEqual(
      expect.arrayContaining(["./look-0/f.txt:a", "./look-1/f.txt:b"]),
    );
    expect([...artifacts.keys()]).toEqual(["look-0", "look-1"]);
  });

  test("can be downloaded into one directory; zero matches are not a failure", async () => {
    const merged = matrixOf(strategy, keep, fetch(', pattern: "*-1", merge-multiple: true'));
    expect(linesOf((await startWorkflow(merged)).jobs.at(-1)?.log)).toContain("./f.txt:b");
    const none = matrixOf(strategy, keep, fetch(', pattern: "l.ok-*"'));
    const { jobs } = await startWorkflow(none);
    expect(jobs.at(-1)?.log).toContain("Total of 0 artifact(s) downloaded");
  });

  test("are not stored if their files are missing", async () => {
    const { jobs, artifacts } = await startWorkflow(
      matrixOf(strategy, keep.replace("path: f.txt", "path: none")),
    );
    expect(artifacts.size).toBe(0);
    expect(jobs.map(({ conclusion }) => conclusion)).toEqual(["success", "success"]);
    expect(jobs[0]?.log).toContain("No artifacts will be uploaded");
  });
});
