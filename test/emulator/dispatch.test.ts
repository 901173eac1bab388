import { describe, expect, test } from "vitest";
import { openForge, type OpenForge } from "./open-forge.ts";

const actions = "/repos/acme/control/actions";
const file = "/repos/acme/control/contents/.github/workflows/check.yml";

const inputs = `
    inputs:
      word:
        default: none
      target:
        required: true
      level:
        type: choice
        options: [low, high]
      dry:
        type: boolean
        default: false`;

const workflowOn = (on: string) =>
  `name: Check\non:${on}\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: 'true'\n`;

async function openWorkflow(on = `\n  workflow_dispatch:${inputs}`): Promise<OpenForge> {
  const forge = await openForge();
  const content = Buffer.from(workflowOn(on)).toString("base64");
  await forge.rest("PUT", file, { body: { message: "Add a check", content } });
  return forge;
}

const start = (forge: OpenForge, body: object = {}) =>
  forge.rest("POST", `${actions}/workflows/check.yml/dispatches`, {
    body: { ref: "main", ...body },
  });

describe("a dispatch is refused", () => {
  test.each([
    ["an input that the workflow does not have", { nothing: "1" }, 'inputs provided: ["nothing"]'],
    ["no value for a required input", {}, "Required input 'target' not provided"],
    [
      "an invalid choice",
      { target: "a", level: "top" },
      "Provided value 'top' for input 'level' not in the list of allowed values",
    ],
    [
      "an invalid boolean",
      { target: "a", dry: "maybe" },
      "Provided value 'maybe' for input 'dry' not in the list of allowed values",
    ],
    [
      "more than 25 inputs",
      Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`i${n}`, ""])),
      "25",
    ],
    ["more than 65,535 characters", { target: "x".repeat(65_536) }, "too large"],
  ])("with %s", async (_, given, words) => {
    const forge = await openWorkflow();
    const { status, json } = await start(forge, { inputs: given });
    expect(status).toBe(422);
    expect(json.message).toContain(words);
    expect((await forge.rest("GET", `${actions}/runs`)).json.total_count).toBe(0);
  });

  test("for a ref that is not a branch, before its inputs are checked", async () => {
    const forge = await openWorkflow();
    const { status, json } = await start(forge, { ref: "none", inputs: { nothing: "1" } });
    expect([status, json.message]).toEqual([422, "No ref found for: none"]);
  });

  test.each([" push", " [push, pull_request]", "\n  push:\n    branches: [workflow_dispatch]"])(
    "by a workflow that is not started by hand: on:%s",
    async (on) => {
      const forge = await openWorkflow(on);
      const { status, json } = await start(forge);
      expect([status, json.message]).toEqual([
        422,
        "Workflow does not have 'workflow_dispatch' trigger",
      ]);
    },
  );

  const noTrigger = "Workflow does not have 'workflow_dispatch' trigger";
  const notParsed = "Invalid Argument - failed to parse workflow: ";

  test.each([
    ["is not YAML", "on: workflow_dispatch\nname: [\n", noTrigger],
    ["is not a map", "- on: workflow_dispatch\n", noTrigger],
    ["has an invalid input", "on: {workflow_dispatch: {inputs: {dry: {required: 5}}}}", notParsed],
  ])("by a file that %s", async (_, yaml, words) => {
    const forge = await openForge();
    const content = Buffer.from(yaml).toString("base64");
    await forge.rest("PUT", file, { body: { message: "Add it", content } });
    const { status, json } = await start(forge);
    expect(status).toBe(422);
    expect(json.message).toContain(words);
    expect((await forge.rest("GET", `${actions}/runs`)).json.total_count).toBe(0);
  });
});

describe("a dispatch", () => {
  test.each([" workflow_dispatch", " [push, workflow_dispatch]", "\n  workflow_dispatch:"])(
    "starts a workflow that specifies only the trigger: on:%s",
    async (on) => {
      const forge = await openWorkflow(on);
      expect((await start(forge)).status).toBe(204);
    },
  );

  test("accepts booleans and numbers as strings", async () => {
    const forge = await openWorkflow();
    const given = { target: 5, dry: true, level: "high" };
    expect((await start(forge, { inputs: given })).status).toBe(204);
  });

  test("returns its run on request", async () => {
    const forge = await openWorkflow();
    const body = { inputs: { target: "a" }, return_run_details: true };
    const { status, json } = await start(forge, body);
    expect(status).toBe(200);
    const run = await forge.rest("GET", `${actions}/runs/${json.workflow_run_id}`);
    expect(json).toEqual({
      workflow_run_id: run.json.id,
      run_url: run.json.url,
      html_url: run.json.html_url,
    });
  });
});
