import type { Brand } from "../../forge/brand.ts";
import type { ProfileChoice } from "../../credentials/profile/choice.ts";
import type { Settings } from "../../plane/scope/settings.ts";
import { scalarText } from "../../yaml/scalar-text.ts";

/** A file of the control repository, and its text. */
export interface WorkflowFile {
  readonly path: string;
  readonly text: string;
}

/** The input for a first orchestrator and its worker. */
export interface FirstWorkflowsPlan {
  readonly brand: Brand;
  /** Undefined if no profile was chosen yet. */
  readonly choice: ProfileChoice | undefined;
  /** The protected environment that stores the PAT. */
  readonly environment: string;
  readonly settings: Pick<Settings, "caps" | "alternateRepository"> | undefined;
}

/** The highest `max` of `dispatch-workflow` that GitHub's workflow compiler accepts. */
const mostDispatches = 50;

/** The inputs of the worker. None of them can be a credential. */
const workerInputs = {
  target: "target_repository",
  policy: "routing_policy",
  output: "output_repository",
} as const;

/**
 * Renders an orchestrator and a worker in review mode, which import the control file. The agents
 * can only read. The worker proposes one issue, which a job of the control file opens.
 * @param name a valid agent name
 * @see spec/credentials.md, "Overview"
 */
export function renderFirstWorkflows(
  name: string,
  plan: FirstWorkflowsPlan,
): readonly [orchestrator: WorkflowFile, worker: WorkflowFile] {
  const at = (file: string) => `${plan.brand.folder}/workflows/${file}.md`;
  const worker = workerOf(name);
  return [
    { path: at(name), text: renderOrchestrator(name, plan) },
    { path: at(worker), text: renderWorker(worker, plan) },
  ];
}

/** Returns the name of the worker that an orchestrator dispatches. */
export function workerOf(name: string): string {
  return `${name}-worker`;
}

function renderOrchestrator(name: string, plan: FirstWorkflowsPlan): string {
  const { brand, choice, settings } = plan;
  const worker = workerOf(name);
  // The workflow compiler provides one tool for each workflow that an agent can start.
  const tool = worker.replaceAll("-", "_");
  const most = Math.min(settings?.caps.dispatches ?? 1, mostDispatches);
  const front = [
    "# The orchestrator chooses the targets of a run, and starts the worker once for each of them.",
    `name: ${scalarText(name)}`,
    `description: Starts ${worker} for the targets of this control plane.`,
    "",
    "# Only a person starts it. To start it on a schedule as well, add below workflow_dispatch:",
    "#   schedule:",
    '#     - cron: "0 6 * * 1-5"',
    "on:",
    "  workflow_dispatch:",
    "",
    ...commonLines(plan, "orchestrator"),
    "",
    settings
      ? "# The only workflow that the agent can start, and the dispatch cap of control-plane.json."
      : "# The only workflow that the agent can start, once: control-plane.json, which contains the cap, was not found.",
    "safe-outputs:",
    "  dispatch-workflow:",
    `    workflows: [${scalarText(worker)}]`,
    `    max: ${most}`,
    ...(choice?.profile === "pat"
      ? [
          "    # The workflow token can start workflows only in this repository, so the PAT is not used here.",
          `    ${brand.agentic.token}: \${{ secrets.${brand.workflowToken} }}`,
        ]
      : []),
  ];
  return `---
${front.join("\n")}
---

You are the orchestrator of a control plane in review mode. You only choose targets. You do not review them, and you do
not write to any repository.

1. Read \`${brand.agentic.agentFolder}/control-precompute.json\`. Its list \`targets\` contains the targets of this run.
2. For each target whose state is \`complete\`, in the order of the list, call the tool \`${tool}\` once. It
   starts the workflow \`${worker}\`. Call it at most ${most === 1 ? "once" : `${most} times`} in this run, with these inputs:
   - \`${workerInputs.target}\`: the name of the target
   - \`${workerInputs.policy}\`: \`review\`
3. Do not start it for a target in any other state. An incomplete target stays incomplete: do not guess its data.
4. If no target is \`complete\`, start nothing, and call \`noop\` with the reason for each target.

Never put a token, a key or any other credential into an input.
`;
}

function renderWorker(name: string, plan: FirstWorkflowsPlan): string {
  const { brand, settings } = plan;
  const front = [
    "# The worker reviews one target, and proposes one issue with the result. The questions in step 3 are",
    "# an example: replace them with your own.",
    `name: ${scalarText(name)}`,
    "description: Reviews one target of this control plane.",
    "",
    "# The orchestrator starts it. Inputs name repositories and a policy, and never contain a credential.",
    "on:",
    "  workflow_dispatch:",
    "    inputs:",
    ...inputLines(settings),
    "",
    ...commonLines(plan, "worker"),
  ];
  const input = (named: string) => `\${{ ${brand.expressionContext}.event.inputs.${named} }}`;
  return `---
${front.join("\n")}
---

Review the repository \`${input(workerInputs.target)}\`, and no other repository. The routing policy is
\`${input(workerInputs.policy)}\`: propose one issue, and do not propose any change to the repository.

1. Read \`${brand.agentic.agentFolder}/control-precompute.json\`, and find the repository in its list \`targets\`.
2. If the repository is not in the list, if its state is not \`complete\`, or if you cannot read something that the
   review needs: call \`report_incomplete\` with the reason, and stop. Do not propose an issue then, and do not guess.
3. Otherwise, answer these questions. Base each answer on a file or a run that you have read, and link to it:
   - Which workflows of the default branch are disabled, and since when?
   - Which workflows have more permissions than they need?
4. Propose exactly one issue with \`control_issue\`. Its title is "Review of", followed by the name of the repository.
   Its body contains only what you have read. If you found nothing, state that.
`;
}

function inputLines(settings: FirstWorkflowsPlan["settings"]): string[] {
  const alternate = settings?.alternateRepository;
  return [
    `      ${workerInputs.target}:`,
    "        description: Full name of the target, as in control-plane.json",
    "        required: true",
    "        type: string",
    ...fixedInput(
      workerInputs.policy,
      "review allows one issue, and no change to the target",
      "review",
    ),
    ...(alternate === undefined
      ? []
      : fixedInput(
          workerInputs.output,
          "Repository for review outputs, from control-plane.json",
          alternate,
        )),
  ];
}

/** Returns an input with one possible value, so that a dispatch cannot choose another one. */
function fixedInput(name: string, description: string, value: string): string[] {
  return [
    `      ${name}:`,
    `        description: ${scalarText(description)}`,
    "        type: choice",
    `        options: [${scalarText(value)}]`,
    `        default: ${scalarText(value)}`,
  ];
}

/** Returns the fields that both workflows have. */
function commonLines(
  { brand, choice, environment }: FirstWorkflowsPlan,
  role: "orchestrator" | "worker",
): string[] {
  return [
    "# The agent can only read. The last permission pays for inference with the organization's billing.",
    "permissions:",
    "  actions: read",
    "  contents: read",
    `  ${brand.inferencePermission}: write`,
    "",
    ...(choice?.pat === true
      ? [
          "# The protected environment that stores the PAT. Every job of a run waits for its protection rules.",
          `environment: ${scalarText(environment)}`,
          "",
        ]
      : []),
    `engine: ${brand.engine.id}`,
    "",
    "# Target authentication, admission, precompute and outputs.",
    "imports:",
    "  - uses: shared/control.md",
    "    with:",
    `      role: ${role}`,
  ];
}
