import { describe, expect, test } from "vitest";
import { linesOf, longSecret, oneJob, startWorkflow } from "./runner-bench.ts";

describe("secrets of a run", () => {
  test("are masked in the log and the summary, each line of a multi-line secret separately", async () => {
    const { jobs } = await startWorkflow(
      oneJob(
        '- env: { KEY: "${{ secrets.CP_KEY }}", TOKEN: "${{ github.token }}" }\n  run: |\n    echo "$KEY"; echo "<$TOKEN>"; echo "$KEY" >&2\n    echo "$KEY" >> "$FORGE_STEP_SUMMARY"\n    echo "::add-mask::made-up"; echo "made-up thing"',
      ),
    );
    const text = `${jobs[0]?.log} ${jobs[0]?.summary}`;
    for (const line of [...longSecret.split("\n"), "ghs_workflowToken", "made-up"]) {
      expect(text).not.toContain(line);
    }
    expect(linesOf(jobs[0]?.log)).toEqual(expect.arrayContaining(["***", "<***>", "*** thing"]));
  });

  test("do not appear in a command line or a file", async () => {
    const snapshot = [
      'for file in /proc/[0-9]*/cmdline; do tr "\\0" " " < "$file" 2>/dev/null || true; echo; done > all',
      'grep -c -F "$KEY" all "$0" && exit 9',
      "rm all; echo clean",
    ].join("\n    ");
    const { jobs } = await startWorkflow(
      oneJob(`- env: { KEY: "\${{ secrets.CP_TOKEN }}" }\n  run: |\n    ${snapshot}`),
    );
    expect(linesOf(jobs[0]?.log)).toContain("clean");
  });

  test("reach only the steps that name them", async () => {
    const { jobs } = await startWorkflow(
      oneJob("- run: '! env | grep -i -e [-]value -e BEGIN -e workflowToken'"),
    );
    expect(jobs[0]?.conclusion).toBe("success");
  });

  test("the environment of this process does not reach a step", async () => {
    const { jobs } = await startWorkflow(oneJob("- run: env | cut -d= -f1 | sort"));
    const own = new Set([
      "PATH",
      "HOME",
      "TMPDIR",
      "RUNNER_TEMP",
      "LANG",
      "CI",
      "PWD",
      "SHLVL",
      "_",
    ]);
    const names = linesOf(jobs[0]?.log).filter((line) => /^\w+$/.test(line) && !own.has(line));
    const unprefixed = names.filter((name) => !/^(?:FORGE|GITHUB)_/.test(name));
    expect(unprefixed).toEqual([]);
  });
});
