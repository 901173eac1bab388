import type { Approval, SafeOutput } from "../definition/agent-definition.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import { usualApproval } from "../definition/read-approval.ts";
import { authored, downloadOutputs, type Making } from "./agent-jobs.ts";
import { installGatehouse } from "./install-gatehouse.ts";
import { outside, proposalsName } from "./folders.ts";
import { conditions, jobs, validationOutput, validatedProposals } from "./job-names.ts";
import { outputLimits } from "./output-limits.ts";
import type { EnvValue, Job, Step } from "./pipeline.ts";
import { sealedVariables } from "./sealed-variables.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { strict } from "./shell.ts";

/**
 * Returns the job that runs the author's setup steps before the agent job, or no job if there are
 * no setup steps.
 */
export function setupJob({ definition }: Making): readonly Job[] {
  const { setup, pool } = definition;
  if (setup.length === 0) return [];
  return [{ ...jobs.setup, dependsOn: [], pool, variables: {}, steps: authored(setup) }];
}

/**
 * Returns the jobs that apply proposals: one job for proposals that do not need approval, and,
 * after a review job, one job for proposals that a person has approved.
 */
export function outputJobs(making: Making): readonly Job[] {
  const { safeOutputs, approval = usualApproval } = making.definition;
  const reviewed = safeOutputs.filter(({ requireApproval }) => requireApproval);
  const free = safeOutputs.filter(({ requireApproval }) => !requireApproval);
  if (reviewed.length === 0) return [outputJob(making, free, "free")];
  const review = reviewJob(reviewed, approval);
  const all = [review, outputJob(making, reviewed, "reviewed")];
  return free.length === 0 ? all : [outputJob(making, free, "free"), ...all];
}

/** Returns the IDs of the jobs that apply proposals. */
function outputJobIds(making: Making): readonly string[] {
  return outputJobs(making)
    .map(({ id }) => id)
    .filter((id) => id !== jobs.review.id);
}

/** Minutes that the review job may take longer than its task, which then rejects the proposals. */
const spareMinutes = 10;

function reviewJob(
  outputs: readonly SafeOutput[],
  { approvers, notify, minutes, allowOwnRuns }: Approval,
): Job {
  const names = outputs.map(({ handler }) => handler).join(", ");
  return {
    ...jobs.review,
    dependsOn: [jobs.agent.id, jobs.detection.id],
    condition: conditions.reviewed,
    timeoutInMinutes: minutes + spareMinutes,
    pool: "server",
    variables: {},
    steps: [
      {
        kind: "task",
        task: "ManualValidation@1",
        displayName: "Wait for approval",
        timeoutInMinutes: minutes,
        inputs: {
          // Azure Pipelines splits both lists at commas.
          notifyUsers: notify.join(","),
          ...(approvers.length > 0 && { approvers: approvers.join(",") }),
          allowApproversToApproveTheirOwnRuns: allowOwnRuns,
          instructions: `The agent proposes: ${names}. Before you approve, review proposals/${proposalsName} in the artifact agent_outputs of this run, and the log of the job "Check the proposals".`,
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
      applyStep(outputs, making.definition.engine.appToken?.apiUrl),
    ],
  };
}

/**
 * Returns the step that applies proposals. If the definition allows no outputs, the step only lists
 * the proposals and receives no credential.
 * @param apiUrl API of the server that the definition names; undefined for github.com
 */
function applyStep(outputs: readonly SafeOutput[], apiUrl: string | undefined): Step {
  const words = [
    "gatehouse outputs apply",
    `--proposals "${outside.proposals}/${proposalsName}"`,
    `--sha256 "\${${validatedProposals.variable}-}"`,
    ...outputLimits(outputs),
    ...(apiUrl !== undefined && outputs.length > 0 ? [`--api-url ${shellWord(apiUrl)}`] : []),
  ];
  return {
    kind: "bash",
    displayName: outputs.length > 0 ? "Apply the proposals" : "List the proposals",
    script: `${strict}\n${words.join(" ")}\n`,
    ...(outputs.length > 0 && { env: writeCredentials }),
  };
}

const own = "to apply proposals, each handler with its own token";

/** Credentials of the control plane. The engine never receives them. */
const writeCredentials: Readonly<Record<string, EnvValue>> = {
  [patSecret]: {
    variable: patSecret,
    origin: "variable",
    why: "personal access token, if there is no write App",
  },
  [appRecords.write.variable]: {
    variable: appRecords.write.variable,
    origin: "setting",
    why: "ID of the write App",
  },
  [appRecords.write.secret]: {
    variable: appRecords.write.secret,
    origin: "variable",
    why: own,
  },
};

/**
 * Returns the job that runs the author's teardown steps after all proposals have been applied, or
 * no job if there are no teardown steps.
 */
export function teardownJob(making: Making): readonly Job[] {
  const { teardown, pool } = making.definition;
  if (teardown.length === 0) return [];
  const outputIds = outputJobIds(making);
  const isMixed = outputIds.length > 1;
  const { safeOutputs } = making.definition;
  // Without an approval, the only job that applies proposals is skipped.
  const areAllReviewed = !isMixed && safeOutputs.some(({ requireApproval }) => requireApproval);
  return [
    {
      ...jobs.teardown,
      dependsOn: areAllReviewed ? [jobs.detection.id, ...outputIds] : outputIds,
      ...(isMixed && { condition: conditions.carriedOut }),
      ...(areAllReviewed && { condition: conditions.reviewedOrSkipped }),
      pool,
      variables: {},
      steps: authored(teardown),
    },
  ];
}

/**
 * Returns the lines that explain a skipped approval. The approval job is skipped if no proposal
 * requires approval.
 */
function describeUnapproved(result: string): readonly string[] {
  return [
    `elif [ "$${result}" = Skipped ] && [ "$AW_FOR_REVIEW" = true ]; then`,
    "  echo 'Proposals that require approval were not applied: they were not approved.'",
    `elif [ "$${result}" = Skipped ]; then`,
    "  echo 'No proposal requires approval.'",
  ];
}

/** Returns the job that reports the result of each job. */
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
    AW_SAFE: `$[${validationOutput("SafeToProcess")}]`,
    AW_FOR_REVIEW: `$[${validationOutput("HasReviewedProposals")}]`,
  };
  const needsPerson = safeOutputs.some(({ requireApproval }) => requireApproval);
  const script = [
    strict,
    ...ended.map((id) => `echo "${id}: $${resultOf(id)}"`),
    `if [ "$${resultOf(jobs.detection.id)}" != Succeeded ] && [ "$${resultOf(jobs.detection.id)}" != SucceededWithIssues ]; then`,
    "  echo 'Nothing was applied: the safety check did not finish.'",
    'elif [ "$AW_SAFE" != true ]; then',
    "  echo 'Nothing was applied: the proposals did not pass the safety check.'",
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
        { kind: "bash", displayName: "Report the job results", script: `${script.join("\n")}\n` },
      ],
    },
  ];
}
