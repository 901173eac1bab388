import type { SafeOutput } from "../definition/agent-definition.ts";
import { authored, downloadOutputs, type Making } from "./agent-jobs.ts";
import { installGatehouse } from "./install-gatehouse.ts";
import { outside, proposalsName } from "./folders.ts";
import { conditions, jobs, judged, validatedProposals } from "./job-names.ts";
import { outputLimits } from "./output-limits.ts";
import type { EnvValue, Job, Step } from "./pipeline.ts";
import { sealedVariables } from "./sealed-variables.ts";
import { strict } from "./shell.ts";

/** The author's job before the agent's. */
export function setupJob({ definition }: Making): readonly Job[] {
  const { setup, pool } = definition;
  if (setup.length === 0) return [];
  return [{ ...jobs.setup, dependsOn: [], pool, variables: {}, steps: authored(setup) }];
}

/** What carries proposals out: those that need nobody's word, and those that a person has approved. */
export function outputJobs(making: Making): readonly Job[] {
  const { safeOutputs } = making.definition;
  const reviewed = safeOutputs.filter(({ requireApproval }) => requireApproval);
  const free = safeOutputs.filter(({ requireApproval }) => !requireApproval);
  if (reviewed.length === 0) return [outputJob(making, free, "free")];
  const review = reviewJob(reviewed);
  const all = [review, outputJob(making, reviewed, "reviewed")];
  return free.length === 0 ? all : [outputJob(making, free, "free"), ...all];
}

/** The ids of the jobs that carry something out. */
function outputJobIds(making: Making): readonly string[] {
  return outputJobs(making)
    .map(({ id }) => id)
    .filter((id) => id !== jobs.review.id);
}

function reviewJob(outputs: readonly SafeOutput[]): Job {
  const names = outputs.map(({ handler }) => handler).join(", ");
  return {
    ...jobs.review,
    dependsOn: [jobs.agent.id, jobs.detection.id],
    condition: conditions.reviewed,
    pool: "server",
    variables: {},
    steps: [
      {
        kind: "task",
        task: "ManualValidation@0",
        displayName: "Wait for a person to approve",
        inputs: {
          notifyUsers: "",
          instructions: `The agent proposes: ${names}. Read the artifact agent_outputs of this run, proposals/${proposalsName}, and the log of the job that looked at it.`,
          onTimeout: "reject",
        },
      },
    ],
  };
}

function outputJob(making: Making, outputs: readonly SafeOutput[], kind: "free" | "reviewed"): Job {
  const isMixed = making.definition.safeOutputs.some(({ requireApproval }) => !requireApproval);
  const name = kind === "reviewed" && isMixed ? jobs.reviewedOutputs : jobs.outputs;
  const before = [jobs.agent.id, jobs.detection.id];
  return {
    ...name,
    dependsOn: kind === "reviewed" ? [...before, jobs.review.id] : before,
    condition: conditions.safe,
    pool: making.definition.pool,
    variables: { [validatedProposals.variable]: validatedProposals.expression },
    sealed: sealedVariables,
    steps: [
      { kind: "checkout", repository: "none", fields: {} },
      ...installGatehouse(making.settings),
      downloadOutputs(),
      applyStep(outputs),
    ],
  };
}

/** Where nothing may be proposed, it says what was; it has no credential then. */
function applyStep(outputs: readonly SafeOutput[]): Step {
  const words = [
    "gatehouse outputs apply",
    `--proposals "${outside.proposals}/${proposalsName}"`,
    `--sha256 "\${${validatedProposals.variable}-}"`,
    ...outputLimits(outputs),
  ];
  return {
    kind: "bash",
    displayName: outputs.length > 0 ? "Carry out the proposals" : "Say what was proposed",
    script: `${strict}\n${words.join(" ")}\n`,
    ...(outputs.length > 0 && { env: writeCredentials }),
  };
}

const own = "to carry out proposals, each handler with a token of its own";

/** The control plane's own: none of them is ever the engine's. */
const writeCredentials: Readonly<Record<string, EnvValue>> = {
  CP_FORGE_TOKEN: {
    variable: "CP_FORGE_TOKEN",
    origin: "variable",
    why: "the personal token, where there is no write App",
  },
  CP_FORGE_WRITE_APP_ID: {
    variable: "CP_FORGE_WRITE_APP_ID",
    origin: "setting",
    why: "the write App's number",
  },
  CP_FORGE_WRITE_APP_PRIVATE_KEY: {
    variable: "CP_FORGE_WRITE_APP_PRIVATE_KEY",
    origin: "variable",
    why: own,
  },
};

/** The author's job after everything was carried out. */
export function teardownJob(making: Making): readonly Job[] {
  const { teardown, pool } = making.definition;
  if (teardown.length === 0) return [];
  const dependsOn = outputJobIds(making);
  const isMixed = dependsOn.length > 1;
  return [
    {
      ...jobs.teardown,
      dependsOn,
      ...(isMixed && { condition: conditions.carriedOut }),
      pool,
      variables: {},
      steps: authored(teardown),
    },
  ];
}

/** Without a proposal that waits for a person, nobody is asked. */
function describeUnapproved(result: string): readonly string[] {
  return [
    `elif [ "$${result}" = Skipped ] && [ "$AW_FOR_REVIEW" = true ]; then`,
    "  echo 'What needs a person was not carried out: nobody approved it.'",
    `elif [ "$${result}" = Skipped ]; then`,
    "  echo 'Nothing that needs a person was proposed.'",
  ];
}

/** Says how each job ended. */
export function conclusionJob(making: Making): readonly Job[] {
  const { safeOutputs, teardown, pool } = making.definition;
  if (safeOutputs.length === 0) return [];
  const ended = [
    jobs.agent.id,
    jobs.detection.id,
    ...outputJobIds(making),
    ...(teardown.length > 0 ? [jobs.teardown.id] : []),
  ];
  const resultOf = (id: string) => `AW_${id.toUpperCase()}_RESULT`;
  const variables = {
    ...Object.fromEntries(ended.map((id) => [resultOf(id), `$[dependencies.${id}.result]`])),
    AW_SAFE: `$[${judged("SafeToProcess")}]`,
    AW_FOR_REVIEW: `$[${judged("HasReviewedProposals")}]`,
  };
  const needsPerson = safeOutputs.some(({ requireApproval }) => requireApproval);
  const script = [
    strict,
    ...ended.map((id) => `echo "${id}: $${resultOf(id)}"`),
    'if [ "$AW_SAFE" != true ]; then',
    "  echo 'Nothing was carried out: the proposals were not judged safe.'",
    ...(needsPerson ? describeUnapproved(resultOf(outputJobIds(making).at(-1) ?? "")) : []),
    "fi",
  ];
  return [
    {
      ...jobs.conclusion,
      dependsOn: ended,
      condition: conditions.conclusion,
      pool,
      variables,
      steps: [
        { kind: "checkout", repository: "none", fields: {} },
        { kind: "bash", displayName: "Say how it ended", script: `${script.join("\n")}\n` },
      ],
    },
  ];
}
