import { isRecord } from "../is-record.ts";
import { WorkflowRefused } from "./yaml-reader.ts";

/** Engines of real agents, in both spellings. The embedded forge simulates them. */
export const simulatedEngines = ["copilot", "agent-cli"];

/** Workflows that an agent can start, and how often in one run. */
export interface Dispatching {
  readonly workflows: readonly string[];
  readonly most: number;
}

/**
 * Returns the step that replaces a real agent: a script without a model. If the workflow can start
 * a worker, the script starts it for the first readable targets. Otherwise it requests one issue,
 * with facts from the precompute only.
 * @param agentSteps the steps before the agent, one of which downloads the precompute
 * @throws WorkflowRefused if no step downloads the precompute
 */
export function simulatedAgent(
  agentSteps: readonly unknown[],
  dispatching: Dispatching | undefined,
): Readonly<Record<string, unknown>> {
  const [worker = ""] = dispatching?.workflows ?? [];
  return {
    name: "Simulated agent",
    env: {
      PRECOMPUTE: `${findPrecompute(agentSteps)}/${artifact}.json`,
      TARGET: "${{ inputs.target_repository }}",
      WORKER: worker,
      MOST: String(dispatching?.most ?? 0),
    },
    run: `node <<'SCRIPT'\n${script}\nSCRIPT`,
  };
}

const artifact = "control-precompute";

function findPrecompute(steps: readonly unknown[]): string {
  for (const step of steps) {
    const given = isRecord(step) && isRecord(step["with"]) ? step["with"] : {};
    if (given["name"] === artifact && typeof given["path"] === "string") return given["path"];
  }
  throw new WorkflowRefused(
    `The simulated agent reads ${artifact}.json, but no step before it downloads this file.`,
  );
}

const script = String.raw`
const fs = require("node:fs");
const { PRECOMPUTE, TARGET, WORKER, MOST, FORGE_SAFE_OUTPUTS } = process.env;
const { targets, credential, readAt } = JSON.parse(fs.readFileSync(PRECOMPUTE, "utf8"));
const emit = (output) => {
  const line = JSON.stringify(output);
  console.log(line);
  fs.appendFileSync(FORGE_SAFE_OUTPUTS, line + "\n");
};

const startWorkers = () => {
  const complete = targets.filter(({ state }) => state === "complete");
  const wanted = complete.slice(0, Number(MOST));
  for (const { target } of wanted) {
    const inputs = { target_repository: target };
    emit({ type: "dispatch_workflow", workflow_name: WORKER, inputs });
  }
  if (wanted.length === 0) emit({ type: "noop", message: "No target is complete." });
};

const review = () => {
  const found = targets.find(({ target }) => target === TARGET);
  if (found?.state !== "complete") {
    const state = found ? "is " + found.state : "is not in the precompute";
    emit({ type: "report_incomplete", reason: TARGET + " " + state + "." });
    return;
  }
  const { fullName, visibility, defaultBranch, features, workflows } = found.repository;
  const enabled = (value) => (value ? "enabled" : "disabled");
  const body = [
    "A simulated agent of the embedded forge wrote this issue. It did not use a model, and it lists " +
      "only facts that gatehouse read before the run. On GitHub, gh aw runs a real agent instead. " +
      "The embedded forge does not test that.",
    "",
    "- Repository: " + fullName + ", " + visibility,
    "- Default branch: " + (defaultBranch ? defaultBranch.name + " at " + defaultBranch.head : "none"),
    "- Issues: " + enabled(features.issues),
    "- Pull requests: " + enabled(features.pullRequests),
    "- Compiled workflows: " + workflows.length,
    ...workflows.map(({ path, state }) => "  - " + path + ": " + (state ?? "state not read")),
    "",
    "Read at " + readAt + " with the credential " + credential + ".",
  ];
  emit({ type: "control_issue", title: "Review of " + TARGET, body: body.join("\n") });
};

if (WORKER) startWorkers();
else review();`;
