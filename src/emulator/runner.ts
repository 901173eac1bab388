import { Secret } from "../shared/secret.ts";
import type { Artifacts } from "./runner/actions.ts";
import { fillIn, isWanted, type NeededJob, type Scope } from "./runner/expressions.ts";
import { createMask } from "./runner/job-log.ts";
import { matrixScopes } from "./runner/matrix.ts";
import { runJob, type Conclusion, type JobReport, type StepReport } from "./runner/run-job.ts";
import type { RunScript } from "./runner/run-script.ts";
import { readWorkflow, type Job, type Workflow } from "./runner/workflow-file.ts";
import { WorkflowRefused } from "./runner/yaml-reader.ts";

export type { Conclusion, JobReport, StepReport };

/** A step has started or ended. */
export interface StepUpdate extends StepReport {
  /** The name of its job. */
  readonly job: string;
}

export interface WorkflowRun {
  /** The YAML of the workflow file. */
  readonly workflow: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The secrets of the repository, opened; asked for once. */
  secrets(): Promise<Record<string, string>>;
  /** What a job finds in the environment that it names, once it is let in. It wins over everything else. */
  enterEnvironment(name: string, job: string): Promise<EnvironmentValues>;
  readonly variables: Readonly<Record<string, string>>;
  /** `owner/name` */
  readonly repository: string;
  readonly apiUrl: string;
  /** The workflow token of the run. */
  readonly forgeToken: string;
  readonly onStep: (update: StepUpdate) => void;
  /** Ends the processes of the running step; nothing after it runs, not even `if: always()`. */
  readonly signal: AbortSignal;
  readonly runId?: string;
  readonly trigger?: RunTrigger;
  readonly clock?: () => Date;
  /** The repository's files by their paths, for a checkout; none unless told. */
  readonly files?: () => ReadonlyMap<string, Buffer>;
  /** In a process of its own unless told. */
  readonly runScript?: RunScript | undefined;
}

/** What started a run. Without one, expressions do not know its branch, commit or file. */
export interface RunTrigger {
  readonly event: string;
  readonly ref: string;
  readonly sha: string;
  /** The path of the workflow file. */
  readonly path: string;
}

export interface EnvironmentValues {
  readonly secrets: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
}

export interface WorkflowReport {
  readonly conclusion: "success" | "failure" | "cancelled";
  readonly jobs: readonly JobReport[];
  /** What the jobs kept. */
  readonly artifacts: Artifacts;
}

/**
 * Runs a workflow as the forge does, as far as the workflows of a control plane need it: jobs one after
 * another, their `run:` steps as real processes. What it does not know fails the job with a line that says so.
 */
export async function runWorkflow(run: WorkflowRun): Promise<WorkflowReport> {
  const jobs: JobReport[] = [];
  const artifacts: Artifacts = new Map();
  try {
    const workflow = await readWorkflow(run.workflow);
    const scope = createScope(workflow, run);
    const secrets = await run.secrets();
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
    jobs.push(reportRefusal(error, "workflow", run));
  }
  return { conclusion: concludeRun(jobs, run.signal), jobs, artifacts };
}

/** The job, or the jobs of its matrix; with `fail-fast`, those behind a failure are cancelled. */
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

/** What the jobs behind it are told: of a matrix, the worst that happened, and the last outputs. */
function joinReports(reports: readonly JobReport[]): NeededJob {
  const found = reports.map(({ conclusion }) => conclusion);
  const order = ["failure", "cancelled", "success", "skipped"] as const;
  const result = order.find((each) => found.includes(each)) ?? "skipped";
  return { result, outputs: Object.assign({}, ...reports.map(({ outputs }) => outputs)) };
}

/**
 * The title of a run before it starts: `run-name:` with the inputs in it, or the name of the workflow.
 * @throws WorkflowRefused when the file is no workflow that the embedded forge can run
 */
export async function nameRun(
  run: Pick<WorkflowRun, "workflow" | "inputs" | "variables" | "repository" | "apiUrl" | "trigger">,
): Promise<string> {
  const workflow = await readWorkflow(run.workflow);
  return fillInOpenly(workflow.runName, createScope(workflow, { ...run, forgeToken: "" }));
}

/** What all jobs see; secrets and outputs belong to one job. */
type RunScope = Omit<Scope, "secrets" | "outputs">;

type ScopeSource = Pick<
  WorkflowRun,
  "inputs" | "variables" | "repository" | "apiUrl" | "forgeToken" | "runId" | "trigger"
>;

function createScope(workflow: Workflow, run: ScopeSource): RunScope {
  const [owner = ""] = run.repository.split("/");
  return {
    variables: upperCaseNames(Object.entries(run.variables)),
    inputs: fillInputs(workflow, run.inputs),
    run: {
      api_url: run.apiUrl,
      event_name: "workflow_dispatch",
      repository: run.repository,
      repository_owner: owner,
      server_url: new URL(run.apiUrl).origin,
      workflow: workflow.name,
      ...(run.runId !== undefined && { run_id: run.runId }),
      ...(run.trigger && describeTrigger(run.repository, run.trigger)),
    },
    token: new Secret(run.forgeToken),
    needs: new Map(),
  };
}

/** @see [doc] actions/reference/workflows-and-actions/contexts */
function describeTrigger(repository: string, { event, ref, sha, path }: RunTrigger) {
  const ref_name = ref.replace(/^refs\/(?:heads|tags)\//, "");
  const workflow_ref = `${repository}/${path}@${ref}`;
  return { event_name: event, ref, ref_name, sha, workflow_ref };
}

function fillInputs(
  workflow: Workflow,
  given: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const inputs: Record<string, string> = {};
  for (const [name, rule] of Object.entries(workflow.inputs)) {
    const value = given[name] ?? rule.default;
    inputs[name] = typeof value === "string" ? value : JSON.stringify(value);
    if (rule.required && inputs[name] === "") {
      throw new WorkflowRefused(`The input "${name}" is required.`);
    }
  }
  return inputs;
}

interface JobStart {
  readonly run: WorkflowRun;
  readonly scope: RunScope;
  readonly secrets: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** What the jobs of this run keep for each other. */
  readonly artifacts: Artifacts;
}

async function startJob(
  job: Job,
  { run, scope, secrets, env, artifacts }: JobStart,
): Promise<JobReport> {
  try {
    const own = await enterEnvironment(job, run, scope);
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
      signal: run.signal,
      onStep: (step) => run.onStep({ job: job.name, ...step }),
      runScript: run.runScript,
      actions: { files: run.files ?? (() => new Map()), artifacts },
    });
  } catch (error) {
    if (!(error instanceof WorkflowRefused)) throw error;
    return reportRefusal(error, job.name, run);
  }
}

async function enterEnvironment(
  job: Job,
  run: WorkflowRun,
  scope: RunScope,
): Promise<EnvironmentValues> {
  if (job.environment === undefined) return { secrets: {}, variables: {} };
  return run.enterEnvironment(fillInOpenly(job.environment, scope), job.name);
}

/** Fills in what everybody may read: a name, a title. */
function fillInOpenly(text: string, scope: RunScope): string {
  return fillIn(text, openScope(scope), "secrets refused");
}

function openScope(scope: RunScope): Scope {
  return { ...scope, secrets: new Map(), outputs: new Map() };
}

/** The forge takes names of secrets and variables in any case. */
function upperCaseNames<T>(entries: readonly (readonly [string, T])[]): Map<string, T> {
  return new Map(entries.map(([name, value]) => [name.toUpperCase(), value]));
}

function skipJob(job: Job): JobReport {
  return { name: job.name, conclusion: "skipped", steps: [], log: "", summary: "", outputs: {} };
}

function reportRefusal(error: WorkflowRefused, name: string, run: WorkflowRun): JobReport {
  const now = run.clock?.() ?? new Date();
  const log = `${now.toISOString()} ##[error]${error.message}\n`;
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
