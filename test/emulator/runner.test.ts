import { describe, expect, test } from "vitest";
import type { StepUpdate } from "../../emulator/runner.ts";
import { linesOf, oneJob, startWorkflow } from "./runner-bench.ts";

describe("steps", () => {
  test("run one after another and are reported", async () => {
    const updates: StepUpdate[] = [];
    const workflow = oneJob('- name: First\n  run: echo "one $((1 + 1))"\n- run: echo two');
    const { conclusion, jobs } = await startWorkflow(workflow, {
      onStep: (update) => updates.push(update),
      clock: () => new Date("2026-01-02T03:04:05Z"),
    });
    expect(conclusion).toBe("success");
    expect(jobs[0]?.log).toBe(
      [
        "2026-01-02T03:04:05.000Z ##[group]First",
        "2026-01-02T03:04:05.000Z one 2",
        "2026-01-02T03:04:05.000Z ##[endgroup]",
        "2026-01-02T03:04:05.000Z ##[group]Run echo two",
        "2026-01-02T03:04:05.000Z two",
        "2026-01-02T03:04:05.000Z ##[endgroup]",
        "",
      ].join("\n"),
    );
    expect(updates.map(({ job, number, status }) => `${job} ${number} ${status}`)).toEqual([
      "check 1 in_progress",
      "check 1 completed",
      "check 2 in_progress",
      "check 2 completed",
    ]);
    expect(jobs[0]?.steps.map((step) => step.name)).toEqual(["First", "Run echo two"]);
  });

  test("after a failure run only if their condition requests it", async () => {
    const { conclusion, jobs } = await startWorkflow(
      oneJob(
        [
          "- name: fails\n  run: exit 3",
          "- name: plain\n  run: echo never",
          "- name: always\n  if: always()\n  run: echo yes",
          "- name: on failure\n  if: ${{ failure() }}\n  run: echo yes",
          "- name: on success\n  if: success()\n  run: echo never",
        ].join("\n"),
      ),
    );
    expect(conclusion).toBe("failure");
    expect(jobs[0]?.steps.map(({ name, conclusion: end }) => `${name}: ${end}`)).toEqual([
      "fails: failure",
      "plain: skipped",
      "always: success",
      "on failure: success",
      "on success: skipped",
    ]);
    expect(jobs[0]?.log).toContain("##[error]Process completed with exit code 3.");
    expect(jobs[0]?.log).not.toContain("never");
  });

  test("a failing command in the middle, or of a pipe, fails the step", async () => {
    const { jobs } = await startWorkflow(
      oneJob("- run: |\n    false\n    echo never\n- if: always()\n  run: false | cat"),
    );
    expect(jobs[0]?.steps.map((step) => step.conclusion)).toEqual(["failure", "failure"]);
    expect(linesOf(jobs[0]?.log)).not.toContain("never");
  });

  test("continue-on-error lets the job continue", async () => {
    const { conclusion, jobs } = await startWorkflow(
      oneJob("- run: exit 1\n  continue-on-error: true\n- run: echo on"),
    );
    expect(conclusion).toBe("success");
    expect(linesOf(jobs[0]?.log)).toContain("on");
  });

  test("a custom shell gets the script as a file", async () => {
    const script = "- shell: node {0}\n  run: |\n    console.log(`node ${6 * 7}`);";
    expect(linesOf((await startWorkflow(oneJob(script))).jobs[0]?.log)).toContain("node 42");
  });

  test("a shell that does not exist fails the step", async () => {
    const { jobs } = await startWorkflow(oneJob("- shell: no-such-shell {0}\n  run: x"));
    expect(jobs[0]?.conclusion).toBe("failure");
    expect(jobs[0]?.log).toContain(
      "##[error]Could not start no-such-shell: spawn no-such-shell ENOENT",
    );
  });

  test("outputs reach later steps, the summary reaches the report", async () => {
    const { jobs } = await startWorkflow(
      oneJob(
        [
          '- id: one\n  run: |\n    echo "name=value" >> "$FORGE_OUTPUT"\n    printf "long<<END\\na\\nb\\nEND\\n" >> "$FORGE_OUTPUT"',
          '- env: { GOT: "${{ steps.one.outputs.name }} ${{ steps.one.outputs.long }}" }\n  run: |\n    echo "$GOT"\n    echo "# Done $CP" >> "$GITHUB_STEP_SUMMARY"',
        ].join("\n"),
      ),
    );
    expect(linesOf(jobs[0]?.log)).toEqual(expect.arrayContaining(["value a", "b"]));
    expect(jobs[0]?.summary).toBe("# Done \n");
  });
});

describe("expressions", () => {
  test("are replaced with values from variables, inputs, secrets and the run", async () => {
    const workflow = `
on:
  workflow_dispatch:
    inputs:
      who: { required: true }
      greeting: { default: hello }
env: { ID: "\${{ vars.CP_ID }}" }
jobs:
  check:
    runs-on: linux
    env: { WHERE: "\${{ github.repository }} \${{ forge.api_url }}" }
    steps:
      - env: { LENGTH_OF: "\${{ secrets.cp_token }}", FALLBACK: "\${{ secrets.NONE || vars.NONE || 'last' }}" }
        run: |
          echo "\${{ inputs.greeting }} \${{ inputs.who }}"
          echo "$ID $WHERE \${#LENGTH_OF} $FALLBACK"
`;
    const { jobs } = await startWorkflow(workflow, { inputs: { who: "mona" } });
    expect(linesOf(jobs[0]?.log)).toEqual(
      expect.arrayContaining([
        "hello mona",
        "Iv1.abc acme/control http://127.0.0.1:1/api/v3 16 last",
      ]),
    );
  });

  test("a required input must be given", async () => {
    const workflow =
      "on: { workflow_dispatch: { inputs: { who: { required: true } } } }\njobs: { a: { steps: [{ run: x }] } }";
    const { conclusion, jobs } = await startWorkflow(workflow);
    expect(conclusion).toBe("failure");
    expect(jobs[0]?.log).toContain('The input "who" is required.');
  });

  test("the secrets of the job's environment take precedence", async () => {
    const asked: string[] = [];
    const { jobs } = await startWorkflow(
      oneJob(
        '- env: { T: "${{ secrets.CP_TOKEN }}" }\n  run: test "$T" = "environment-$(echo value)"',
        "    environment: control\n",
      ),
      {
        enterEnvironment: (name) => {
          asked.push(name);
          return Promise.resolve({ secrets: { CP_TOKEN: "environment-value" }, variables: {} });
        },
      },
    );
    expect(jobs[0]?.conclusion).toBe("success");
    expect(asked).toEqual(["control"]);
  });

  test.each(["secrets.CP_KEY", "github.token", "forge.token", "vars.NONE || secrets.CP_KEY"])(
    "%s cannot be written into a script",
    async (expression) => {
      const { jobs } = await startWorkflow(oneJob(`- run: echo "\${{ ${expression} }}"`));
      expect(jobs[0]?.conclusion).toBe("failure");
      expect(jobs[0]?.log).toContain('}} is a secret: pass it to the step with "env".');
    },
  );

  test("a secret in an output cannot be written into a script", async () => {
    const { jobs } = await startWorkflow(
      oneJob(
        '- id: leak\n  env: { T: "${{ secrets.CP_TOKEN }}" }\n  run: echo "t=$T" >> "$FORGE_OUTPUT"\n- run: echo "${{ steps.leak.outputs.t }}"',
      ),
    );
    expect(jobs[0]?.steps.map((step) => step.conclusion)).toEqual(["success", "failure"]);
    expect(jobs[0]?.log).toContain(
      '##[error]The script contains a secret: pass it to the step with "env".',
    );
  });

  test("a condition compares operands", async () => {
    const { jobs } = await startWorkflow(
      oneJob(
        "- if: vars.CP_ID == 'Iv1.abc' && vars.NONE != 'x'\n  run: echo yes\n- if: vars.NONE\n  run: 'no'",
      ),
    );
    expect(jobs[0]?.steps.map((step) => step.conclusion)).toEqual(["success", "skipped"]);
  });

  test.each(["toJSON(secrets)", "secrets", "secrets.A.B", "matrix.os"])(
    "%s is refused with a message",
    async (expression) => {
      const { jobs } = await startWorkflow(oneJob(`- run: echo "\${{ ${expression} }}"`));
      expect(jobs[0]?.log).toContain(
        "##[error]The embedded forge does not support the expression ${{",
      );
    },
  );
});
