import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { nameRun } from "../../emulator/runner.ts";
import { WorkflowRefused } from "../../emulator/runner/yaml-reader.ts";
import { linesOf, oneJob, startWorkflow } from "./runner-bench.ts";

describe("jobs", () => {
  test("wait for the jobs that they need, and are skipped if one of these fails", async () => {
    const workflow = `
on: workflow_dispatch
jobs:
  third: { needs: [second], steps: [{ run: echo third }] }
  second: { name: Number two, needs: first, steps: [{ run: exit 1 }] }
  first: { steps: [{ run: echo first }] }
`;
    const { conclusion, jobs } = await startWorkflow(workflow);
    expect(conclusion).toBe("failure");
    expect(jobs.map((job) => `${job.name}: ${job.conclusion}`)).toEqual([
      "first: success",
      "Number two: failure",
      "third: skipped",
    ]);
  });

  test("start only if their condition is true, which can search an input for a word", async () => {
    const workflow = `
on: { workflow_dispatch: { inputs: { which: { default: one two } } } }
jobs:
  one: { if: "contains(inputs.which, 'one')", steps: [{ run: echo one }] }
  three: { if: "contains(inputs.which, 'three')", environment: prod, steps: [{ run: echo three }] }
`;
    const asked: string[] = [];
    const { conclusion, jobs } = await startWorkflow(workflow, {
      enterEnvironment: (name) => (
        asked.push(name),
        Promise.resolve({ secrets: {}, variables: {} })
      ),
    });
    expect(conclusion).toBe("success");
    expect(jobs.map((job) => `${job.name}: ${job.conclusion}`)).toEqual([
      "one: success",
      "three: skipped",
    ]);
    expect(asked).toEqual([]);
  });

  test("receive the outputs of the jobs that they need, but those of no other job, and no secret", async () => {
    const text =
      "echo word=yes >> $FORGE_OUTPUT; echo key=repository-$(echo value) >> $FORGE_OUTPUT";
    const workflow = `
on: workflow_dispatch
jobs:
  first:
    outputs: { word: "\${{ steps.tell.outputs.word }}", key: "\${{ steps.tell.outputs.key }}" }
    steps: [{ id: tell, run: "${text}" }]
  second:
    needs: first
    if: needs.first.outputs.word == 'yes'
    steps: [{ run: 'echo "<$WORD$KEY>"', env: { WORD: "\${{ needs.first.outputs.word }}", KEY: "\${{ needs.first.outputs.key }}" } }]
  third:
    needs: first
    if: needs.first.outputs.word == 'no'
    steps: [{ run: exit 1 }]
  fourth:
    needs: second
    steps: [{ run: 'echo "<$WORD>"', env: { WORD: "\${{ needs.first.outputs.word }}" } }]
`;
    const { jobs } = await startWorkflow(workflow);
    expect(jobs.map((job) => `${job.name}: ${job.conclusion}`)).toEqual([
      "first: success",
      "second: success",
      "third: skipped",
      "fourth: success",
    ]);
    expect(linesOf(jobs[1]?.log)).toContain("<yes>");
    expect(linesOf(jobs[3]?.log)).toContain("<>");
  });

  test("an unknown action fails the job before its first step", async () => {
    const { jobs } = await startWorkflow(oneJob("- run: echo never\n- uses: actions/setup-go@v5"));
    expect(jobs[0]).toMatchObject({ conclusion: "failure", steps: [] });
    expect(jobs[0]?.log).toContain(
      'The embedded forge does not support the action "actions/setup-go@v5".',
    );
  });

  test.each([
    ["a: [", "not valid YAML"],
    ["on: push", "has no jobs"],
    [
      "jobs: { a: { services: {}, steps: [] } }",
      '##[error]The embedded forge does not support "services" (in workflow › jobs › a).',
    ],
    [
      "jobs: { a: { strategy: { matrix: { include: [] } }, steps: [] } }",
      '##[error]The embedded forge does not support "include" (in workflow › jobs › a › strategy › matrix).',
    ],
    ["jobs: { a: { strategy: { matrix: { x: [] } }, steps: [] } }", '"x" is empty'],
    [
      `jobs: { a: { strategy: { matrix: { x: [${"1,".repeat(257)}] } }, steps: [] } }`,
      "##[error]The matrix creates 257 jobs (in workflow › jobs › a › strategy); the maximum is 256.",
    ],
    ["jobs: { a: { steps: [{ name: x }] } }", '##[error]step 1 has neither "run" nor "uses".'],
    [
      "jobs: { a: { needs: b, steps: [] } }",
      "##[error]These jobs depend on each other or on an unknown job: a",
    ],
  ])("%s is refused with a message", async (workflow, words) => {
    const { conclusion, jobs } = await startWorkflow(workflow);
    expect(conclusion).toBe("failure");
    expect(jobs[0]?.log).toContain(words);
  });

  test("an environment that rejects a job fails only that job", async () => {
    const workflow =
      "jobs: { a: { name: 'A ${{ vars.CP_ID }}', environment: prod, steps: [{ run: echo a }] }, b: { steps: [{ run: echo b }] } }";
    const { jobs } = await startWorkflow(workflow, {
      enterEnvironment: () => Promise.reject(new WorkflowRefused("Branch main may not.")),
    });
    expect(jobs.map((job) => `${job.name}: ${job.conclusion}`)).toEqual([
      "A Iv1.abc: failure",
      "b: success",
    ]);
    expect(jobs[0]?.log).toContain("##[error]Branch main may not.");
  });

  test("a run is titled by run-name, or by the name of its workflow", async () => {
    const run = { inputs: { who: "mona" }, variables: {}, repository: "a/b", apiUrl: "http://x/" };
    const start = "name: check\non: { workflow_dispatch: { inputs: { who: {} } } }\n";
    const jobs = "jobs: { a: { steps: [{ run: x }] } }";
    expect(await nameRun({ ...run, workflow: start + jobs })).toBe("check");
    const title = "run-name: Check of ${{ inputs.who }}\n";
    expect(await nameRun({ ...run, workflow: start + title + jobs })).toBe("Check of mona");
  });

  test("leave no folder behind", async () => {
    const { jobs } = await startWorkflow(oneJob('- run: echo "$HOME"; echo "$FORGE_WORKSPACE"'));
    const folders = linesOf(jobs[0]?.log).filter((line) => line.startsWith("/"));
    expect(folders).toHaveLength(2);
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  });
});

describe("stopping a run", () => {
  /**
   * Starts a server that a step connects to. The connection closes when all processes that
   * inherited it have exited.
   */
  async function listen() {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const line = once(server, "connection").then(([socket]) => (socket as Socket).resume());
    onTestFinished(() => void server.close());
    return { call: `exec 3<>/dev/tcp/127.0.0.1/${port}`, line };
  }

  test.each([
    ["a step", "sleep 1000 & wait"],
    ["a step that ignores signals", "trap '' TERM; sleep 1000 & sleep 1000"],
  ])("stops %s with all its processes", async (_, script) => {
    const stop = new AbortController();
    const { call, line } = await listen();
    const steps = `- run: |\n    ${call}\n    ${script}\n- if: always()\n  run: echo never`;
    const running = startWorkflow(oneJob(steps), { signal: stop.signal });
    const socket = await line;
    const closed = once(socket, "close");
    stop.abort();
    const { conclusion, jobs } = await running;
    expect(conclusion).toBe("cancelled");
    expect(jobs[0]?.steps.map((step) => step.conclusion)).toEqual(["cancelled", "skipped"]);
    await closed;
  });

  test("a run that is cancelled before its start runs nothing", async () => {
    const { conclusion, jobs } = await startWorkflow(oneJob("- run: echo never"), {
      signal: AbortSignal.abort(),
    });
    expect(conclusion).toBe("cancelled");
    expect(jobs).toMatchObject([{ conclusion: "skipped", log: "" }]);
  });

  test.each(["sleep 1000 &", "setsid --fork sleep 3"])(
    "a step completes even if it leaves a process behind: %s",
    async (script) => {
      const { call, line } = await listen();
      const running = startWorkflow(oneJob(`- run: |\n    ${call}\n    ${script}`));
      const closed = once(await line, "close");
      expect((await running).conclusion).toBe("success");
      await closed;
    },
  );

  test("a step that exceeds its time limit fails, a job that exceeds it is cancelled", async () => {
    const slow = await startWorkflow(oneJob("- timeout-minutes: 0.002\n  run: sleep 1000"));
    expect(slow).toMatchObject({ conclusion: "failure", jobs: [{ conclusion: "failure" }] });
    expect(slow.jobs[0]?.log).toContain("##[error]The step timed out and was stopped.");
    const job = await startWorkflow(oneJob("- run: sleep 1000", "    timeout-minutes: 0.002\n"));
    expect(job).toMatchObject({ conclusion: "cancelled", jobs: [{ conclusion: "cancelled" }] });
  });
});
