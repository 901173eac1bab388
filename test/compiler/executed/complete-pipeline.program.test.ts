import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mintScript, revokeScript } from "../../../src/compiler/scripts/embedded-scripts.ts";
import { openForge } from "../../emulator/open-forge.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { compileText, settings } from "../pipeline/compile-text.ts";
import { runPipeline, type PipelineRun } from "../runner/run-pipeline.ts";
import { packProgram } from "./packed-program.ts";
import { writeEngine } from "./reporting-engine.ts";

const programs = { mint: mintScript, revoke: revokeScript };

async function runAll(yaml: string, run: Partial<PipelineRun> = {}) {
  const forge = await openForge();
  const repository = makeFolder("repository");
  const text = yaml.replace("COMMAND", writeEngine(repository));
  const pin = { ...settings, node: "none", gatehouse: await packProgram() };
  const compiled = compileText(text, { settings: pin, programs });
  const jobs = await runPipeline(compiled.text, {
    folder: makeFolder("pipeline"),
    path: [],
    repository,
    variables: { FORGE_REPOSITORY: "acme/control", FORGE_API_URL: forge.emulator.apiUrl },
    secrets: {
      FORGE_TOKEN: "the-engines-token",
      CP_FORGE_TOKEN: forge.emulator.userToken.reveal(),
    },
    ...run,
  });
  const { json } = await forge.rest("GET", "/repos/acme/control/issues?state=all");
  const issues = (json as readonly { title: string }[]).map(({ title }) => title);
  const log = jobs.flatMap(({ steps }) => steps.map((step) => step.log)).join("\n");
  return { results: jobs.map(({ id, result }) => `${id} ${result}`), issues, log };
}

test("a proposal that another engine considers safe is applied", async () => {
  const yaml = "name: probe\nengine: {command: COMMAND}\nsafe-outputs: {issue: {max: 1}}";
  const { results, issues, log } = await runAll(yaml);
  expect(results).toEqual([
    "Agent Succeeded",
    "Detection Succeeded",
    "SafeOutputs Succeeded",
    "Conclusion Succeeded",
  ]);
  expect(issues).toEqual(["t"]);
  expect(log).not.toContain("the-engines-token");
});

test.each([
  ["approves", true, ["t"], "SafeOutputs Succeeded"],
  ["does not approve", false, [], "SafeOutputs Skipped"],
] as const)(
  "a proposal that requires approval is applied only after approval: the person %s",
  async (_, approves, made, last) => {
    const yaml =
      "name: probe\nengine: {command: COMMAND}\nsafe-outputs: {issue: {require-approval: true}}";
    const { results, issues } = await runAll(yaml, { approves });
    expect(results).toContain(last);
    expect(issues).toEqual(made);
  },
);

test.each([
  ["that needs no approval", "{issue: {max: 1}}"],
  ["that was approved", "{issue: {require-approval: true}}"],
])(
  "a proposals file %s is not applied if it was changed after its validation",
  async (_, outputs) => {
    const folder = makeFolder("pipeline");
    const yaml = `name: probe\nengine: {command: COMMAND}\nsafe-outputs: ${outputs}`;
    const published = join(folder, "artifacts/agent_outputs_42/proposals/proposals.jsonl");
    const { results, issues, log } = await runAll(yaml, {
      folder,
      approves: true,
      onLine: (line) => {
        const isChecked = line.includes("variable=SafeToProcess;isOutput=true]true");
        if (isChecked) appendFileSync(published, "\n");
      },
    });
    expect(results).toContain("SafeOutputs Failed");
    expect(issues).toEqual([]);
    expect(log.replaceAll("\n │ ", " ")).toContain(
      "proposals.jsonl is not the validated file: its SHA-256 differs, so nothing is applied.",
    );
  },
);

test("variables set for all steps of a queued run load no code and log no requests", async () => {
  const folder = makeFolder("taken");
  const [program, seen] = [join(folder, "load.cjs"), join(folder, "seen")];
  writeFileSync(program, `require("node:fs").appendFileSync(${JSON.stringify(seen)}, "loaded");`);
  const lines: string[] = [];
  const yaml = "name: probe\nengine: {command: COMMAND}\nsafe-outputs: {issue: {max: 1}}";
  const { issues } = await runAll(yaml, {
    env: { NODE_OPTIONS: `--require=${program}`, NODE_DEBUG: "http,https,net,tls,undici,fetch" },
    onLine: (line) => lines.push(line),
  });
  expect(issues).toEqual(["t"]);
  expect(existsSync(seen)).toBe(false);
  expect(lines.join("\n")).not.toMatch(/^(?:HTTP|HTTPS|NET|TLS|UNDICI|FETCH) \d+|Bearer/m);
});

test("a proposal without a handler is not applied, and the job gets no credential", async () => {
  const { results, issues } = await runAll("name: probe\nengine: {command: COMMAND}");
  expect(results).toEqual(["Agent Succeeded", "Detection Succeeded", "SafeOutputs Succeeded"]);
  expect(issues).toEqual([]);
});
