import { Secret } from "../src/shared/secret.ts";
import {
  resolveConcurrency,
  type EnteringJob,
  type GroupRequest,
  type Turn,
} from "./runner/concurrency.ts";
import {
  createScope,
  fillInOpenly,
  openScope,
  upperCaseNames,
  type RunScope,
  type ScopeSource,
} from "./runner/run-scope.ts";
import type { Artifacts } from "./runner/actions.ts";
import type { Caches } from "./runner/cache-actions.ts";
import { isWanted, type NeededJob } from "./runner/expressions.ts";
import { createMask } from "./runner/job-log.ts";
import { matrixScopes } from "./runner/matrix.ts";
import { runJob, type JobReport, type StepReport } from "./runner/run-job.ts";
import type { RunScript } from "./runner/run-script.ts";
import { readWorkflow, type Job } from "./runner/workflow-file.ts";
import { WorkflowRefused } from "./runner/yaml-reader.ts";

/** The start or end of a step. */
export interface StepUpdate extends StepReport {
  /** Name of the job. */
  readonly job: string;
}

export interface WorkflowRun extends ScopeSource {
  /** YAML text of the workflow file. */
  readonly workflow: string;
  /** Decrypts the secrets of the repository. Called once. */
  secrets(): Promise<Record<string, string>>;
  /**
   * Waits until the job can use its environment, and returns the environment's secrets and
   * variables. These secrets and variables take precedence over all others.
   */
  enterEnvironment(name: string, job: string, signal: AbortSignal): Promise<EnvironmentValues>;
  /**
   * Waits until the run, or one of its jobs, gets its turn in a concurrency group. If undefined,
   * there are no concurrency groups.
   */
  enterGroup?(request: GroupRequest, job?: EnteringJob): Promise<Turn>;
  /** Called when the run starts after waiting for its concurrency group. */
  readonly onStart?: () => void;
  readonly onStep: (update: StepUpdate) => void;
  /** Stops the running step. Later steps do not run, not even with `if: always()`. */
  readonly signal: AbortSignal;
  readonly clock?: () => Date;
  /** The repository's files by path, for a checkout (default: none). */
  readonly files?: () => ReadonlyMap<string, Buffer>;
  /** The repository's caches (default: none, and nothing is saved). */
  readonly caches?: Caches;
  /** Runs scripts (default: in separate processes). */
  readonly runScript?: RunScript | undefined;
}

interface EnvironmentValues {
  readonly secrets: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
}

export interface WorkflowReport {
  readonly conclusion: "success" | "failure" | "cancelled";
  readonly jobs: readonly JobReport[];
  /** Artifacts that the jobs uploaded. */
  readonly artifacts: Artifacts;
}

/**
 * Runs a workflow as GitHub does, limited to the features that control planes use. Jobs run one
 * after another, and their `run:` steps are real processes. An unsupported feature causes the job
 * to fail with a message.
 */
export async function runWorkflow(run: WorkflowRun): Promise<WorkflowReport> {
  const jobs: JobReport[] = [];
  const artifacts: Artifacts = new Map();
  try {
    const workflow = readWorkflow(run.workflow);
    const scope = createScope(workflow, run);
    const secrets = await run.secrets();
    const turn = await waitForTurn(workflow, { run, scope });
    if ("reason" in turn) return { conclusion: "cancelled", jobs, artifacts };
    run.onStart?.();
    const ended = new Map<string, NeededJob>();
    for (const job of workflow.jobs) {
      const needs = new Map([...ended].filter(([id]) => job.needs.includes(id)));
      const state = [...needs.values()].every(({ result }) => result === "success")
        ? "success"
        : "failure";
      const start = { run, scope: { ...scope, needs }, secrets, env: workflow.env, artifacts };
      const isStarted =
        !run.signal.aborted && isWanted(job.condition, openScope(start.scope), state);
      const reports = isStarted ? await startEach(job, start) : [skipJob(named(job, start.scope))];
      ended.set(job.id, joinReports(reports));
      jobs.push(...reports);
    }
  } catch (error) {
    if (!(error instanceof WorkflowRefused)) throw error;
    jobs.push(reportError(error.message, "workflow", run));
  }
  return { conclusion: concludeRun(jobs, run.signal), jobs, artifacts };
}

/**
 * Runs the job, or the jobs of its matrix. With `fail-fast`, a failure cancels the jobs that have
 * not started.
 */
async function startEach(job: Job, start: JobStart): Promise<JobReport[]> {
  const { strategy } = job;
  if (!strategy) return [await startJob(named(job, start.scope), start)];
  const reports: JobReport[] = [];
  for (const own of matrixScopes(strategy)) {
    const scope = { ...start.scope, ...own };
    const isOver = strategy.failFast && reports.some(({ conclusion }) => conclusion === "failure");
    const leg = named(job, scope);
    const cancelled: JobReport = { ...skipJob(leg), conclusion: "cancelled" };
    reports.push(isOver ? cancelled : await startJob(leg, { ...start, scope }));
  }
  return reports;
}

function named(job: Job, scope: RunScope): Job {
  return { ...job, name: fillInOpenly(job.name, scope) };
}

/** Combines the reports of a matrix for dependent jobs: the worst result and the last outputs. */
function joinReports(reports: readonly JobReport[]): NeededJob {
  const found = reports.map(({ conclusion }) => conclusion);
  const order = ["failure", "cancelled", "success", "skipped"] as const;
  const result = order.find((each) => found.includes(each)) ?? "skipped";
  return { result, outputs: Object.assign({}, ...reports.map(({ outputs }) => outputs)) };
}

/**
 * Returns the title of a run before it starts: `run-name:` with its inputs, or the name of the
 * workflow.
 * @throws WorkflowRefused if the embedded forge cannot run the workflow file
 */
export async function nameRun(
  run: Pick<WorkflowRun, "workflow" | "inputs" | "variables" | "repository" | "apiUrl" | "trigger">,
): Promise<string> {
  const workflow = readWorkflow(run.workflow);
  return fillInOpenly(workflow.runName, createScope(workflow, { ...run, forgeToken: "" }));
}

interface JobStart {
  readonly run: WorkflowRun;
  readonly scope: RunScope;
  readonly secrets: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Artifacts that the jobs of this run share. */
  readonly artifacts: Artifacts;
}

async function startJob(job: Job, start: JobStart): Promise<JobReport> {
  const { run, scope } = start;
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  try {
    const entering = { name: job.name, signal, cancel: () => stop.abort() };
    const turn = await waitForTurn(job, { run, scope }, entering);
    if ("reason" in turn) {
      return { ...reportError(turn.reason, job.name, run), conclusion: "cancelled" };
    }
    try {
      return await startInTurn(job, start, signal);
    } finally {
      turn.leave();
    }
  } catch (error) {
    if (!(error instanceof WorkflowRefused)) throw error;
    return reportError(error.message, job.name, run);
  }
}

const freeTurn: Turn = { leave: () => undefined };

async function waitForTurn(
  { concurrency }: Pick<Job, "concurrency">,
  { run, scope }: Pick<JobStart, "run" | "scope">,
  job?: EnteringJob,
): Promise<Turn> {
  if (!concurrency || !run.enterGroup || run.signal.aborted) return freeTurn;
  return run.enterGroup(resolveConcurrency(concurrency, openScope(scope)), job);
}

async function startInTurn(
  job: Job,
  { run, scope, secrets, env, artifacts }: JobStart,
  signal: AbortSignal,
): Promise<JobReport> {
  const own = await enterEnvironment(job, { run, scope, signal });
  const values = { ...secrets, ...own.secrets };
  const variables = upperCaseNames(Object.entries(own.variables));
  const entries = Object.entries(values).map(([name, value]): [string, Secret] => [
    name,
    new Secret(value),
  ]);
  return await runJob(job, {
    scope: {
      ...scope,
      variables: new Map([...scope.variables, ...variables]),
      secrets: upperCaseNames(entries),
      outputs: new Map(),
    },
    mask: createMask([...Object.values(values), run.forgeToken]),
    env,
    clock: run.clock ?? (() => new Date()),
    signal,
    onStep: (step) => run.onStep({ job: job.name, ...step }),
    runScript: run.runScript,
    actions: { files: run.files ?? (() => new Map()), artifacts, caches: run.caches ?? noCaches },
  });
}

const noCaches: Caches = { find: () => undefined, add: () => false };

async function enterEnvironment(
  job: Job,
  { run, scope, signal }: Pick<JobStart, "run" | "scope"> & { signal: AbortSignal },
): Promise<EnvironmentValues> {
  if (job.environment === undefined) return { secrets: {}, variables: {} };
  return run.enterEnvironment(fillInOpenly(job.environment, scope), job.name, signal);
}

function skipJob(job: Job): JobReport {
  return { name: job.name, conclusion: "skipped", steps: [], log: "", summary: "", outputs: {} };
}

function reportError(message: string, name: string, run: WorkflowRun): JobReport {
  const now = run.clock?.() ?? new Date();
  const log = `${now.toISOString()} ##[error]${message}\n`;
  return { name, conclusion: "failure", steps: [], log, summary: "", outputs: {} };
}

function concludeRun(
  jobs: readonly JobReport[],
  signal: AbortSignal,
): WorkflowReport["conclusion"] {
  if (signal.aborted) return "cancelled";
  if (jobs.some((job) => job.conclusion === "failure")) return "failure";
  return jobs.some((job) => job.conclusion === "cancelled") ? "cancelled" : "success";
}
