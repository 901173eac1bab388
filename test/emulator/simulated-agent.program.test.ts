import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compileAgentic } from "../../emulator/runner/compile-agentic.ts";
import { makeFolder } from "../temporary-folder.ts";

const path = ".forge/workflows/review.md";
const folder = ".forge/workflows";

const control = `---
safe-outputs:
  forge-app: { client-id: a, private-key: b, ignore-if-missing: true }
  forge-token: "\${{ secrets.CP_FORGE_TOKEN || secrets.FORGE_TOKEN }}"
jobs:
  agent:
    pre-steps:
      - uses: actions/download-artifact@v4
        with: { name: control-precompute, path: /data }
---
`;

/** Returns a workflow without an engine, so that the default one runs. */
function workflow(front: string) {
  return `---\non: workflow_dispatch\nimports: [shared/control.md]\n${front}---\nReview it.\n`;
}

const dispatching = "safe-outputs:\n  dispatch-workflow: { workflows: [worker], max: 2 }\n";

function compile(front: string, files: Readonly<Record<string, string>> = {}) {
  const all: Readonly<Record<string, string>> = {
    [path]: workflow(front),
    [`${folder}/shared/control.md`]: control,
    [`${folder}/worker.md`]: workflow(""),
    ...files,
  };
  const { jobs } = parse(compileAgentic(path, (wanted) => all[wanted]));
  return jobs as Record<string, { permissions?: object; steps: Step[] }>;
}

interface Step {
  readonly name?: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

function stepOf(job: { steps: Step[] } | undefined, name: string): Step {
  const step = job?.steps.find((each) => each.name === name);
  if (!step) throw new Error(`no step ${name}`);
  return step;
}

const repository = {
  fullName: "acme/api",
  visibility: "private",
  defaultBranch: { name: "main", head: "abc123" },
  features: { issues: true, pullRequests: false, actions: null },
  workflows: [{ path: ".github/workflows/ci.yml", name: "CI", state: "disabled_manually" }],
};
const targets = [
  { target: "acme/old", state: "archived" },
  { target: "acme/api", state: "complete", repository },
  { target: "acme/web", state: "complete" },
  { target: "acme/infra", state: "complete" },
  { target: "acme/half", state: "incomplete" },
];

/** Runs the simulated agent, and returns its outputs. */
function play(front: string, given: { targets: readonly object[]; target?: string }) {
  const { run, env } = stepOf(compile(front)["agent"], "Simulated agent");
  const temporary = makeFolder("agent");
  const files = { precompute: join(temporary, "in.json"), outputs: join(temporary, "out.jsonl") };
  const document = {
    targets: given.targets,
    credential: "read-app",
    readAt: "2026-11-01T00:00:00Z",
  };
  writeFileSync(files.precompute, JSON.stringify(document));
  const own = {
    ...env,
    PRECOMPUTE: files.precompute,
    TARGET: given.target ?? "",
    FORGE_SAFE_OUTPUTS: files.outputs,
  };
  execFileSync("bash", ["--noprofile", "--norc", "-c", run], {
    env: { PATH: process.env["PATH"], ...own },
  });
  if (!existsSync(files.outputs)) return [];
  const lines = readFileSync(files.outputs, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as { type: string; body?: string });
}

describe("the simulated agent", () => {
  test("reads the precompute that the control file downloads, and the worker's input", () => {
    const { env } = stepOf(compile("")["agent"], "Simulated agent");
    expect(env).toMatchObject({
      PRECOMPUTE: "/data/control-precompute.json",
      TARGET: "${{ inputs.target_repository }}",
    });
  });

  test("starts the worker for the first complete targets, up to the dispatch cap", () => {
    expect(play(dispatching, { targets })).toEqual(
      ["acme/api", "acme/web"].map((target) => ({
        type: "dispatch_workflow",
        workflow_name: "worker",
        inputs: { target_repository: target },
      })),
    );
  });

  test("starts nothing if no target is complete", () => {
    const incomplete = targets.filter(({ state }) => state !== "complete");
    expect(play(dispatching, { targets: incomplete })).toMatchObject([{ type: "noop" }]);
  });

  test("requests one issue that lists only facts of the precompute, and states who wrote it", () => {
    const [issue, ...others] = play("", { targets, target: "acme/api" });
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ type: "control_issue", title: "Review of acme/api" });
    expect(issue?.body?.split("\n")).toMatchInlineSnapshot(`
      [
        "A simulated agent of the embedded forge wrote this issue. It did not use a model, and it lists only facts that gatehouse read before the run. On GitHub, gh aw runs a real agent instead. The embedded forge does not test that.",
        "",
        "- Repository: acme/api, private",
        "- Default branch: main at abc123",
        "- Issues: enabled",
        "- Pull requests: disabled",
        "- Compiled workflows: 1",
        "  - .github/workflows/ci.yml: disabled_manually",
        "",
        "Read at 2026-11-01T00:00:00Z with the credential read-app.",
      ]
    `);
  });

  test.each([
    ["an incomplete target", "acme/half", "acme/half is incomplete."],
    ["a target outside the precompute", "acme/other", "acme/other is not in the precompute."],
  ])("reports %s, and requests no issue", (_, target, reason) => {
    expect(play("", { targets, target })).toEqual([{ type: "report_incomplete", reason }]);
  });
});

describe("the output that starts a workflow", () => {
  test("is applied by a job with the token that follows the App", () => {
    const job = compile(dispatching)["safe_outputs"];
    expect(job).toMatchObject({
      needs: "agent",
      if: "contains(needs.agent.outputs.output_types, '[dispatch_workflow]')",
      permissions: { actions: "write" },
    });
    expect(stepOf(job, "Start workflows").env).toMatchObject({
      TOKEN: "${{ secrets.CP_FORGE_TOKEN || secrets.FORGE_TOKEN }}",
      WORKFLOWS: "worker",
      MOST: "2",
    });
  });

  test("prefers a token of its own", () => {
    const own = dispatching.replace("max: 2", 'forge-token: "${{ secrets.FORGE_TOKEN }}"');
    const { env } = stepOf(compile(own)["safe_outputs"], "Start workflows");
    expect(env).toMatchObject({ TOKEN: "${{ secrets.FORGE_TOKEN }}", MOST: "1" });
  });

  test("requires that the workflow exists", () => {
    const other = dispatching.replace("[worker]", "[other]");
    expect(() => compile(other)).toThrow("dispatch-workflow: workflow 'other' not found.");
  });

  test.each([
    ["another workflow", [{ workflow_name: "other" }], "Not an allowed workflow: other"],
    [
      "too many workflows",
      Array(3).fill({ workflow_name: "worker" }),
      "Too many workflows to start: 3",
    ],
  ])("is refused for %s, before any request", (_, outputs: object[], message) => {
    const { run, env } = stepOf(compile(dispatching)["safe_outputs"], "Start workflows");
    const file = join(makeFolder("outputs"), "result.json");
    const items = outputs.map((each) => ({ type: "dispatch_workflow", ...each }));
    writeFileSync(file, JSON.stringify({ items }));
    const own = { ...env, FORGE_AGENT_OUTPUT: file, FORGE_API_URL: "http://127.0.0.1:1" };
    const start = () =>
      execFileSync("bash", ["--noprofile", "--norc", "-c", run], {
        env: { PATH: process.env["PATH"], ...own },
        stdio: "pipe",
      });
    expect(start).toThrow(message);
  });
});

test("a workflow without a precompute cannot have a simulated agent", () => {
  const without = { [`${folder}/shared/control.md`]: "---\nenv: {}\n---\n" };
  expect(() => compile("", without)).toThrow(
    "The simulated agent reads control-precompute.json, but no step before it downloads this file.",
  );
});
