import { YamlWriter, type PlainMap } from "../../src/yaml/yaml-writer.ts";
import { isRecord } from "../is-record.ts";
import { dispatchType, readDispatching, startWorkflows } from "./dispatch-output.ts";
import type { OutputSteps } from "./dispatch-output.ts";
import { readFrontMatter, type FrontMatter } from "./front-matter.ts";
import { importShared, type ReadFile } from "./import-shared.ts";
import { simulatedAgent, simulatedEngines } from "./simulated-agent.ts";
import type { Dispatching } from "./simulated-agent.ts";
import { WorkflowRefused, YamlReader } from "./yaml-reader.ts";

/**
 * Supported keys in the front matter of an agentic workflow. All other keys are rejected with an
 * error message.
 */
const mainKeys =
  "name description on permissions engine imports environment env tools steps safe-outputs";
const sharedKeys = "import-schema imports env tools safe-outputs jobs";
const toolKeys = ["github", "forge"];
const appKeys = ["github-app", "forge-app", "github-token", "forge-token"];
/** Names of the pre-activation job, in all spellings. */
const admissionJobs = ["admission", "pre_activation", "pre-activation"];

type Steps = readonly unknown[];
type Job = Readonly<Record<string, unknown>>;

/**
 * Compiles an agentic workflow to a regular workflow, like the gh-aw compiler but limited to the
 * features that control planes use: the pre-activation job, the agent, one job per custom output,
 * and the output that starts another workflow. The engine is a list of steps, or an agent that is
 * simulated. Other outputs that the gh-aw compiler handles itself are not supported.
 * @throws WorkflowRefused
 */
export function compileAgentic(path: string, read: ReadFile): string {
  const main = readFrontMatter(path, read(path) ?? "");
  const root = new YamlReader(main.value, path);
  root.allow(mainKeys.split(" "));
  const shared = importShared(path, main, read);
  for (const { value } of shared)
    new YamlReader(value, "an imported file").allow(sharedKeys.split(" "));
  const parts = [...shared, main];
  checkTools(parts);
  const environment = main.value["environment"];
  const jobs = buildJobs(root, parts, readDispatching(path, main, read));
  const writer = new YamlWriter();
  const workflow = {
    name: root.text("name") ?? path,
    ...(main.value["on"] !== undefined && { on: main.value["on"] }),
    ...(main.value["permissions"] !== undefined && { permissions: main.value["permissions"] }),
    env: Object.assign({}, ...parts.map(({ value }) => value["env"] ?? {})) as object,
    jobs: Object.fromEntries(
      Object.entries(jobs).map(([id, job]) => [
        id,
        { "runs-on": "embedded", ...(environment !== undefined && { environment }), ...job },
      ]),
    ),
  };
  // The cast is safe, because all values come from YAML or from this file.
  writer.plainMap("", workflow as PlainMap);
  return writer.text();
}

function buildJobs(
  root: YamlReader,
  parts: readonly FrontMatter[],
  dispatching: Dispatching | undefined,
): Record<string, Job> {
  const admission = admissionJobs.find((id) => stepsOf(parts, id).length > 0) ?? "pre_activation";
  checkJobs(parts, [...admissionJobs, "agent"]);
  const outputs = parts.flatMap(outputsOf);
  const before = [...stepsOf(parts, "agent"), ...root.list("steps")];
  return {
    [admission]: {
      outputs: { activated: "true" },
      steps: [...stepsOf(parts, admission), { name: "Admit", run: "true" }],
    },
    activation: {
      needs: admission,
      if: `needs.${admission}.outputs.activated == 'true'`,
      steps: [{ name: "Activate", run: "true" }],
    },
    agent: {
      needs: "activation",
      outputs: { output_types: "${{ steps.collect.outputs.types }}" },
      steps: [
        ...before,
        ...engineSteps(root, () => simulatedAgent(before, dispatching)),
        ...collect,
      ],
    },
    ...(dispatching && {
      safe_outputs: outputJob(dispatchType, startWorkflows(parts, dispatching)),
    }),
    ...Object.fromEntries(outputs.map(([name, job]) => customOutput(name, job))),
  };
}

/**
 * Returns the steps that replace the agent. Each step's environment contains the path of its output
 * file.
 */
function engineSteps(root: YamlReader, simulate: () => unknown): Steps {
  const engine = root.child("engine");
  engine.allow(["id", "steps"]);
  const [usual = ""] = simulatedEngines;
  const id = root.text("engine") ?? engine.text("id") ?? usual;
  if (id !== "custom" && !simulatedEngines.includes(id)) {
    throw new WorkflowRefused(
      `The embedded forge supports only the engines custom, with steps, and ${simulatedEngines.join(", ")}.`,
    );
  }
  const steps = id === "custom" ? engine.list("steps") : [simulate()];
  return steps.map((step) => {
    if (!isRecord(step)) throw new WorkflowRefused("An engine step is not a map.");
    const env = isRecord(step["env"]) ? step["env"] : {};
    return {
      ...step,
      env: { ...outputFiles("${{ runner.temp }}/outputs.jsonl", "SAFE_OUTPUTS"), ...env },
    };
  });
}

const resultFile = "${{ runner.temp }}/result/agent_output.json";
const artifact = "agent-output";

/** Steps that combine the agent's output lines in one document, and list their types. */
const collect: Steps = [
  {
    name: "Collect the outputs",
    id: "collect",
    env: { LINES: "${{ runner.temp }}/outputs.jsonl", RESULT: resultFile },
    run: [
      "node <<'SCRIPT'",
      'const fs = require("node:fs");',
      'const path = require("node:path");',
      "const { LINES, RESULT, GITHUB_OUTPUT } = process.env;",
      'const text = fs.existsSync(LINES) ? fs.readFileSync(LINES, "utf8") : "";',
      'const items = text.split("\\n").filter((line) => line.trim()).map((line) => JSON.parse(line));',
      "fs.mkdirSync(path.dirname(RESULT), { recursive: true });",
      "fs.writeFileSync(RESULT, JSON.stringify({ items }));",
      'const types = items.map(({ type }) => `[${type}]`).join("");',
      "fs.appendFileSync(GITHUB_OUTPUT, `types=${types}\\n`);",
      "SCRIPT",
    ].join("\n"),
  },
  {
    name: "Upload the outputs",
    uses: "actions/upload-artifact@embedded",
    with: { name: artifact, path: resultFile },
  },
];

function customOutput(name: string, job: YamlReader): [string, Job] {
  job.allow("description runs-on permissions inputs env steps".split(" "));
  const type = name.replaceAll("-", "_");
  const permissions = job.child("permissions").texts();
  return [
    type,
    outputJob(type, { permissions, env: job.child("env").texts(), steps: job.list("steps") }),
  ];
}

/** Returns the job that applies the agent's outputs of one type. */
function outputJob(
  type: string,
  {
    permissions,
    env = {},
    steps,
  }: OutputSteps & { readonly env?: Readonly<Record<string, string>> },
): Job {
  const download = {
    name: "Download the outputs",
    uses: "actions/download-artifact@embedded",
    with: { name: artifact, path: "${{ runner.temp }}/result" },
  };
  const added = { ...outputFiles(resultFile, "AGENT_OUTPUT"), ...env };
  return {
    needs: "agent",
    if: `contains(needs.agent.outputs.output_types, '[${type}]')`,
    permissions,
    // The step's own variables override the added variables. Actions do not use the variables.
    steps: [
      download,
      ...steps.map((step) => {
        if (!isRecord(step)) throw new WorkflowRefused(`A step of ${type} is not a map.`);
        return { ...step, env: { ...added, ...(isRecord(step["env"]) ? step["env"] : {}) } };
      }),
    ],
  };
}

/**
 * Returns the environment variables that contain the path of an output file, with both prefixes.
 */
function outputFiles(file: string, what: "SAFE_OUTPUTS" | "AGENT_OUTPUT"): Record<string, string> {
  return { [`GH_AW_${what}`]: file, [`FORGE_${what}`]: file };
}

function outputsOf({ value }: FrontMatter): [string, YamlReader][] {
  const outputs = new YamlReader(value, "a file").child("safe-outputs");
  outputs.allow([...appKeys, "jobs", "dispatch-workflow"]);
  return outputs.child("jobs").children();
}

function stepsOf(parts: readonly FrontMatter[], job: string): Steps {
  return parts.flatMap(({ value }) =>
    new YamlReader(value, "a file").child("jobs").child(job).list("pre-steps"),
  );
}

function checkJobs(parts: readonly FrontMatter[], known: readonly string[]): void {
  for (const { value } of parts) {
    const jobs = new YamlReader(value, "a file").child("jobs");
    jobs.allow(known);
    for (const [, job] of jobs.children()) job.allow(["pre-steps"]);
  }
}

/**
 * Validates the tool settings and rejects unsupported ones. The simulated agent does not use tools.
 */
function checkTools(parts: readonly FrontMatter[]): void {
  for (const { value } of parts) {
    const tools = new YamlReader(value, "a file").child("tools");
    tools.allow(toolKeys);
    for (const [, tool] of tools.children()) tool.allow([...appKeys, "toolsets"]);
  }
}
