import { describe, expect, test } from "vitest";
import { installProgram } from "./installed-program.ts";
import { openOutputs, pull, repo, shown } from "./outputs-bench.ts";

const program = installProgram();
const dispatch = { type: "dispatch", workflow: "worker.yml", inputs: { target: "acme/api" } };
const max = ["--max", "dispatch=1", "--max", "pull-request=1"];

/** A job of a repository with a workflow that can be started. */
async function openDispatch() {
  const job = await openOutputs(program);
  const workflow = `on:\n  workflow_dispatch:\n    inputs: { target: { type: string } }\njobs: {}\n`;
  const content = Buffer.from(workflow).toString("base64");
  const path = `${repo}/contents/.forge/workflows/worker.yml`;
  await job.rest("PUT", path, { body: { message: "m", content } });
  return job;
}

describe("a workflow", () => {
  test.each([{}, { ref: "main" }])("is started with its inputs: %j", async (ref) => {
    const job = await openDispatch();
    job.write({ ...dispatch, ...ref });
    const { code, out } = await job.apply(max);
    expect(code).toBe(0);
    expect(out).toMatch(
      /dispatch 1 of 1: worker\.yml http\S+\/acme\/control\/actions\/runs\/\d+\n/,
    );
  });

  test("is not started on a branch that nobody has agreed to: not on the agent's own", async () => {
    const job = await openDispatch();
    job.write(pull, { ...dispatch, ref: pull.branch });
    const { code, out } = await job.apply(max);
    expect(code).toBe(5);
    expect(shown(out)).toContain("dispatch 1 of 1: line 2: A workflow is started on main alone");
    expect(job.asked().filter((line) => line.includes("dispatches"))).toEqual([]);
  });
});
