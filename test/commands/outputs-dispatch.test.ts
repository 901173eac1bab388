import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { text } from "../plane/scope/written-settings.ts";
import { installProgram } from "./installed-program.ts";
import { openOutputs, pull, repo, shown } from "./outputs-bench.ts";

const program = installProgram();
const dispatch = { type: "dispatch", workflow: "worker.yml", inputs: { target: "acme/api" } };
const max = ["--max", "dispatch=1", "--max", "pull-request=1"];
const listed = [...max, "--worker", "worker.yml"];

/** Prepares a job of a repository with a workflow that can be started. */
async function openDispatch() {
  const job = await openOutputs();
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
    const { code, out } = await job.apply(listed);
    expect(code).toBe(0);
    expect(out).toMatch(
      /dispatch 1 of 1: worker\.yml http\S+\/acme\/control\/actions\/runs\/\d+\n/,
    );
  });

  test("is not started on an unreviewed branch, such as the agent's own branch", async () => {
    const job = await openDispatch();
    job.write(pull, { ...dispatch, ref: pull.branch });
    const { code, out } = await job.apply(listed);
    expect(code).toBe(5);
    expect(shown(out)).toContain(
      "dispatch 1 of 1: line 2: Workflows can be started only on main, because",
    );
    expect(job.asked().filter((line) => line.includes("dispatches"))).toEqual([]);
  });
});

describe("a workflow that is not a listed worker", () => {
  test.each([
    ["no worker is listed", []],
    ["another worker is listed", ["--worker", "other.yml"]],
    ["its name is spelled differently", ["--worker", "Worker.yml"]],
    ["its name extends the name of a listed worker", ["--worker", "worker.yaml"]],
  ])("is rejected together with the complete file: %s", async (_, workers) => {
    const job = await openDispatch();
    job.write(pull, dispatch);
    const before = job.asked();
    const { code, err } = await job.apply([...max, ...workers]);
    expect({ code, asked: job.asked() }).toEqual({ code: 2, asked: before });
    expect(shown(err)).toContain("Line 2 starts worker.yml, which is not a listed worker");
  });

  test.each(["./worker.yml", ".forge/workflows/worker.yml", "acme/api/worker.yml", "1234", 1234])(
    "is refused even if it could refer to a listed worker: %j",
    async (workflow) => {
      const job = await openDispatch();
      job.write({ ...dispatch, workflow });
      const before = job.asked();
      const { code } = await job.apply(listed);
      expect({ code, asked: job.asked() }).toEqual({ code: 2, asked: before });
    },
  );

  test("is ignored if its proposal is skipped anyway", async () => {
    const job = await openDispatch();
    job.write({ ...dispatch, workflow: "deploy.yml" });
    expect((await job.apply(["--max", "issue=1"])).code).toBe(0);
    job.write(dispatch, { ...dispatch, workflow: "deploy.yml" });
    const { code, out } = await job.apply(listed);
    expect(code).toBe(0);
    expect(out).toContain("– Skipped: dispatch on line 2: exceeds the limit of 1 for dispatch");
  });

  test("is reported as unsafe by outputs check", async () => {
    const job = await openDispatch();
    job.write(dispatch);
    const verdict = join(job.folder, "verdict.json");
    writeFileSync(verdict, JSON.stringify({ safe: true, reasons: [] }));
    const evaluate = (...args: string[]) => {
      const paths = ["--proposals", job.file, "--verdict", verdict];
      return program.run(["outputs", "check", ...paths, ...args], { cwd: job.folder });
    };
    for (const args of [[], max, ["--worker", "other.yml"]]) {
      const { code, out } = await evaluate(...args);
      expect(code).toBe(0);
      expect(shown(out)).toContain("Line 1 starts worker.yml, which is not a listed worker");
      expect(out).toContain("variable=SafeToProcess;isOutput=true]false");
      expect(out).not.toContain("ProposalsSha256");
    }
    expect((await evaluate("--worker", "worker.yml")).out).toContain("isOutput=true]true");
  });
});

describe("workers in the settings of the current directory", () => {
  async function openPlane(settings: string) {
    const job = await openDispatch();
    mkdirSync(join(job.folder, ".forge"));
    writeFileSync(join(job.folder, ".forge/control-plane.json"), settings);
    const apply = (...args: string[]) =>
      program.run(["outputs", "apply", "--proposals", job.file, ...max, ...args], {
        cwd: job.folder,
        env: job.env,
      });
    job.write(dispatch);
    return { ...job, apply };
  }

  test("can be started", async () => {
    const job = await openPlane(text({ workers: ["worker.yml"] }));
    expect((await job.apply()).code).toBe(0);
  });

  test.each([{}, { workers: [] }, { workers: ["other.yml"] }])(
    "are the only workers that can be started: %j",
    async (changes) => {
      const job = await openPlane(text(changes));
      expect((await job.apply()).code).toBe(2);
      expect(job.asked().filter((line) => line.includes("dispatches"))).toEqual([]);
    },
  );

  test("do not extend the workers on the command line", async () => {
    const job = await openPlane(text({ workers: ["worker.yml"] }));
    expect((await job.apply("--worker", "other.yml")).code).toBe(2);
  });

  test("are ignored if the settings are invalid", async () => {
    const job = await openPlane(text({ workers: ["../worker.yml"] }));
    const { code, err } = await job.apply();
    expect(code).toBe(2);
    expect(err).toContain("workers[0]: expected a workflow file name");
  });
});

test.each(["../x.yml", "worker", "", "*.yml"])("--worker %j is refused", async (name) => {
  const job = await openDispatch();
  job.write(dispatch);
  const { code, err } = await job.apply([...max, "--worker", name]);
  expect(code).toBe(2);
  expect(err).toContain("is not a workflow file name");
});
