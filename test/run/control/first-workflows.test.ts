import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { brands } from "../../../src/forge/brand.ts";
import { checkControl } from "../../../src/run/control/check-control.ts";
import { controlFilePath } from "../../../src/run/control/control-file.ts";
import { renderFirstWorkflows } from "../../../src/run/control/first-workflows.ts";
import type { FirstWorkflowsPlan } from "../../../src/run/control/first-workflows.ts";
import { choices, render, type Chosen } from "./shared-control-bench.ts";

const profiles = Object.keys(choices) as Chosen[];
const all = profiles.flatMap((profile) =>
  (["forge", "github"] as const).map((brand) => [profile, brand] as const),
);
const caps = { repositories: 25, dispatches: 10 };

function open(profile: Chosen, brand: keyof typeof brands, more: Partial<FirstWorkflowsPlan> = {}) {
  const plan = {
    brand: brands[brand],
    choice: choices[profile],
    environment: "control-plane",
    settings: { caps },
    ...more,
  };
  const files = renderFirstWorkflows("review", plan);
  const [orchestrator, worker] = files.map(({ text }) => {
    const [, yaml = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
    return { front: parse(yaml, { strict: true }), body };
  });
  if (!orchestrator || !worker) throw new Error("a workflow was not rendered");
  return { files, orchestrator, worker };
}

describe.each(all)("the first workflows for %s in the naming convention %s", (profile, brand) => {
  const { files, orchestrator, worker } = open(profile, brand);
  const { folder, inferencePermission, engine, agentic } = brands[brand];

  test("are one file each in the directory of the workflows", () => {
    expect(files.map(({ path }) => path)).toEqual([
      `${folder}/workflows/review.md`,
      `${folder}/workflows/review-worker.md`,
    ]);
  });

  test("pass gatehouse control check", () => {
    const control = { path: controlFilePath(brands[brand]), text: render(profile, brand) };
    const plan = {
      brand: brands[brand],
      choice: choices[profile],
      environment: "control-plane",
      outputs: "control repository",
    } as const;
    const report = checkControl([control, ...files], brands[brand], { plan });
    expect(report).toEqual({ workflows: 2, findings: [], unread: [] });
  });

  test("import the control file with their role, and can only read", () => {
    for (const [role, { front }] of Object.entries({ orchestrator, worker })) {
      expect(front.imports).toEqual([{ uses: "shared/control.md", with: { role } }]);
      expect(front.permissions).toEqual({
        actions: "read",
        contents: "read",
        [inferencePermission]: "write",
      });
      expect(front.engine).toBe(engine.id);
      expect(Object.keys(front.on)).toEqual(["workflow_dispatch"]);
    }
  });

  test("name the protected environment only for the PAT", () => {
    const expected = profile === "pat" ? "control-plane" : undefined;
    expect([orchestrator.front.environment, worker.front.environment]).toEqual([
      expected,
      expected,
    ]);
  });

  test("start only the worker, and with the PAT by the workflow token", () => {
    const token = `\${{ secrets.${brands[brand].workflowToken} }}`;
    expect(orchestrator.front["safe-outputs"]).toEqual({
      "dispatch-workflow": {
        workflows: ["review-worker"],
        max: 10,
        ...(profile === "pat" && { [agentic.token]: token }),
      },
    });
    expect(worker.front["safe-outputs"]).toBeUndefined();
  });

  test("pass a repository and a policy to the worker, and no credential", () => {
    const { inputs } = worker.front.on.workflow_dispatch;
    expect(inputs).toEqual({
      target_repository: expect.objectContaining({ required: true, type: "string" }),
      routing_policy: expect.objectContaining({ type: "choice", options: ["review"] }),
    });
  });

  test("read the precompute, and report what cannot be read instead of guessing", () => {
    const file = `${agentic.agentFolder}/control-precompute.json`;
    expect(orchestrator.body).toContain(file);
    expect(orchestrator.body).toContain("call the tool `review_worker` once");
    expect(worker.body).toContain(file);
    expect(worker.body).toMatch(/cannot read [^]*call `report_incomplete`[^]*do not guess/);
    expect(worker.body).toContain("`control_issue`");
    expect(worker.body).toContain("${{ github.event.inputs.target_repository }}");
  });
});

test("an alternate review repository is the only possible value of the worker's output", () => {
  const settings = { caps, alternateRepository: "acme/reviews" };
  const { worker } = open("app", "github", { settings });
  expect(worker.front.on.workflow_dispatch.inputs.output_repository).toMatchObject({
    type: "choice",
    options: ["acme/reviews"],
    default: "acme/reviews",
  });
});

test.each([
  [undefined, 1],
  [{ caps: { repositories: 1, dispatches: 3 } }, 3],
  [{ caps: { repositories: 1, dispatches: 400 } }, 50],
])("with the settings %j, the orchestrator starts at most %i workers", (settings, most) => {
  const { orchestrator } = open("app", "github", { settings });
  expect(orchestrator.front["safe-outputs"]["dispatch-workflow"].max).toBe(most);
});

test("names that YAML would read as other values stay names", () => {
  const plan = { brand: brands.github, choice: choices.pat, settings: undefined };
  const files = renderFirstWorkflows("123", { ...plan, environment: "on: prod" });
  const [, yaml = ""] = /^---\n([^]*?)\n---\n/.exec(files[0].text) ?? [];
  expect(parse(yaml)).toMatchObject({
    name: "123",
    environment: "on: prod",
    "safe-outputs": { "dispatch-workflow": { workflows: ["123-worker"] } },
  });
});
