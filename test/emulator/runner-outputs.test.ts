import { describe, expect, test } from "vitest";
import { linesOf, startWorkflow } from "./runner-bench.ts";

/** Returns a workflow of two jobs: the first one produces a value, and the second one uses it. */
function twoJobs(first: string, second: string): string {
  return `on: workflow_dispatch
jobs:
  one:
${first}
  two:
    needs: one
${second}
`;
}

const writesOutput = `    outputs: { word: "\${{ steps.say.outputs.word }}" }
    steps:
      - id: say
        run: echo "word=$WORD" >> "$FORGE_OUTPUT"
        env: { WORD: "@" }`;

const printsIt = `    steps:
      - run: echo "got <$WORD>"
        env: { WORD: "\${{ needs.one.outputs.word }}" }`;

describe("a job's input from another job", () => {
  test("is the output of that job", async () => {
    const { jobs } = await startWorkflow(twoJobs(writesOutput.replace("@", "hello"), printsIt));
    expect(linesOf(jobs[1]?.log)).toContain("got <hello>");
  });

  test.each(["${{ secrets.CP_TOKEN }}", "a${{ secrets.FORGE_TOKEN }}z"])(
    "never contains an output with a secret: %s",
    async (value) => {
      const { jobs } = await startWorkflow(twoJobs(writesOutput.replace("@", value), printsIt));
      expect(linesOf(jobs[1]?.log)).toContain("got <>");
      expect(jobs[0]?.log).toContain("Skip output 'word'");
      expect(jobs[0]?.outputs).toEqual({});
    },
  );

  test("never contains an output that a step masked", async () => {
    const first = writesOutput.replace("run: echo", "run: echo ::add-mask::minted-token; echo");
    const { jobs } = await startWorkflow(twoJobs(first.replace("@", "minted-token"), printsIt));
    expect(linesOf(jobs[1]?.log)).toContain("got <>");
  });

  test.each([
    ["success", "    if: needs.one.outputs.word == 'yes'", "yes", "success"],
    ["skipped", "    if: needs.one.outputs.word == 'yes'", "no", "skipped"],
    ["success", "    if: always() && needs.one.result == 'success'", "no", "success"],
  ])("decides through the job's condition: %s", async (_, condition, word, conclusion) => {
    const second = `${condition}\n    steps: [{ run: "true" }]`;
    const { jobs } = await startWorkflow(twoJobs(writesOutput.replace("@", word), second));
    expect(jobs[1]?.conclusion).toBe(conclusion);
  });

  test("is not needed by a job that always runs; other jobs are skipped after a failure", async () => {
    const fails = "    steps: [{ run: exit 1 }]";
    const conclusionOf = async (condition: string) => {
      const second = `${condition}    steps: [{ run: "true" }]`;
      return (await startWorkflow(twoJobs(fails, second))).jobs[1]?.conclusion;
    };
    expect(await conclusionOf("")).toBe("skipped");
    expect(await conclusionOf("    if: always()\n")).toBe("success");
    expect(await conclusionOf("    if: failure()\n")).toBe("success");
  });
});

describe("artifacts and checkouts", () => {
  const files = () =>
    new Map([
      ["a/b.txt", Buffer.from("in b")],
      ["c.txt", Buffer.from("in c")],
    ]);

  test("a file is passed from one job to the next", async () => {
    const keep = `    steps:
      - run: mkdir out && echo kept > out/f.txt
      - uses: actions/upload-artifact@v4
        with: { name: it, path: out }`;
    const fetch = `    steps:
      - uses: actions/download-artifact@v4
        with: { name: it, path: "\${{ runner.temp }}/in" }
      - run: cat "$RUNNER_TEMP/in/f.txt"`;
    const { jobs } = await startWorkflow(twoJobs(keep, fetch));
    expect(linesOf(jobs[1]?.log)).toContain("kept");
  });

  test.each([
    [
      "- uses: actions/download-artifact@v4\n        with: { name: it }",
      "Unable to find an artifact",
    ],
    [
      "- uses: actions/upload-artifact@v4\n        with: { name: it, path: none, if-no-files-found: error }",
      "No files were found",
    ],
  ])("%s fails with a message", async (step, words) => {
    const { jobs } = await startWorkflow(
      `on: workflow_dispatch\njobs:\n  one:\n    steps:\n      ${step}\n`,
    );
    expect(jobs[0]).toMatchObject({ conclusion: "failure" });
    expect(jobs[0]?.log).toContain(words);
  });

  test.each([
    ["", "in b", "in c"],
    ["\n        with: { sparse-checkout: a }", "in b", "No such file"],
  ])("a checkout provides the repository's files%s", async (more, one, other) => {
    const steps = `      - uses: actions/checkout@v5${more}\n      - run: cat a/b.txt; cat c.txt || true`;
    const workflow = `on: workflow_dispatch\njobs:\n  one:\n    steps:\n${steps}\n`;
    const { jobs } = await startWorkflow(workflow, { files });
    expect(jobs[0]?.log).toContain(one);
    expect(jobs[0]?.log).toContain(other);
  });
});
