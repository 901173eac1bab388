import { isRecord } from "../is-record.ts";
import { readConcurrency, type Concurrency } from "./concurrency.ts";
import { readStrategy, type Strategy } from "./matrix.ts";
import { parseYaml, parseYamlIfValid } from "./parse-yaml.ts";
import { YamlReader, WorkflowRefused } from "./yaml-reader.ts";

/** The parts of a workflow that the runner supports. Other parts are rejected with a message. */
export interface Workflow {
  readonly name: string;
  /** Title of each run (default: the workflow's name). Can contain expressions. */
  readonly runName: string;
  readonly env: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, InputRule>>;
  readonly concurrency?: Concurrency;
  readonly jobs: readonly Job[];
}

export interface InputRule {
  readonly required: boolean;
  readonly default: string;
  /** Allowed values of a choice or boolean input; undefined if any value is allowed. */
  readonly allowed?: readonly string[];
}

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly needs: readonly string[];
  /** `if:`, evaluated before the job starts. */
  readonly condition: string;
  /** The job's matrix; undefined if the job does not have one. */
  readonly strategy?: Strategy;
  readonly environment?: string;
  readonly concurrency?: Concurrency;
  readonly env: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly timeoutMinutes?: number;
  /** Outputs for dependent jobs. Values can contain expressions. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly id?: string;
  readonly name: string;
  readonly condition: string;
  readonly uses?: string;
  /** Inputs of the action. */
  readonly with: Readonly<Record<string, string>>;
  readonly run: string;
  readonly shell?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly continueOnError: boolean;
  readonly timeoutMinutes?: number;
}

const workflowKeys = "name run-name on permissions env defaults concurrency jobs";

/**
 * Parses a workflow.
 * @throws WorkflowRefused if the file is not a workflow, or uses features that the embedded forge
 *   does not support
 */
export function readWorkflow(text: string): Workflow {
  const root = new YamlReader(parseYaml(text), "workflow");
  root.allow(workflowKeys.split(" "));
  const on = root.child("on");
  const shell = root.child("defaults").child("run").text("shell");
  const jobs = root
    .child("jobs")
    .children()
    .map(([id, job]) => readJob(id, job, shell));
  if (jobs.length === 0) throw new WorkflowRefused("The workflow has no jobs.");
  const name = root.text("name") ?? "workflow";
  const concurrency = readConcurrency(root);
  return {
    name,
    runName: root.text("run-name") ?? name,
    env: root.child("env").texts(),
    inputs: readInputs(on.child(startedByHand).child("inputs")),
    ...(concurrency && { concurrency }),
    jobs: orderByNeeds(jobs),
  };
}

const startedByHand = "workflow_dispatch";

/**
 * Returns the inputs that a workflow accepts when a user starts it; undefined if users cannot start
 * it. An invalid YAML file does not register triggers.
 * @throws WorkflowRefused if an input is not valid
 * @see [issue] Rekin226/aquascope#249, yonatangross/orchestkit#1594
 */
export function readDispatchInputs(text: string): Record<string, InputRule> | undefined {
  const file = parseYamlIfValid(text);
  const on = new YamlReader(file, "workflow").child("on");
  const triggers = isRecord(file) ? namesOf(file["on"]) : [];
  return triggers.includes(startedByHand)
    ? readInputs(on.child(startedByHand).child("inputs"))
    : undefined;
}

/** Returns the trigger names from a single name, a list or a map. */
export function namesOf(on: unknown): unknown[] {
  if (Array.isArray(on)) return on;
  return isRecord(on) ? Object.keys(on) : [on];
}

function readInputs(inputs: YamlReader): Record<string, InputRule> {
  const rules = inputs.children().map(([name, input]): [string, InputRule] => {
    const allowed = readAllowed(input);
    const rule = { required: input.flag("required"), default: input.text("default") ?? "" };
    return [name, { ...rule, ...(allowed && { allowed }) }];
  });
  return Object.fromEntries(rules);
}

function readAllowed(input: YamlReader): string[] | undefined {
  const type = input.text("type");
  if (type === "boolean") return ["true", "false"];
  return type === "choice" ? input.list("options").map(String) : undefined;
}

const jobKeys =
  "name needs if runs-on environment env permissions defaults concurrency timeout-minutes strategy outputs steps";

function readJob(id: string, job: YamlReader, workflowShell?: string): Job {
  job.allow(jobKeys.split(" "));
  const environment = job.text("environment") ?? job.child("environment").text("name");
  const shell = job.child("defaults").child("run").text("shell") ?? workflowShell;
  const needs = job.text("needs");
  const timeoutMinutes = Number(job.text("timeout-minutes") ?? 0);
  const strategy = readStrategy(job.child("strategy"));
  const concurrency = readConcurrency(job);
  return {
    id,
    name: job.text("name") ?? nameOf(id, strategy),
    needs: needs === undefined ? job.list("needs").map(String) : [needs],
    condition: job.text("if") ?? "success()",
    ...(strategy && { strategy }),
    ...(environment !== undefined && { environment }),
    ...(concurrency && { concurrency }),
    env: job.child("env").texts(),
    ...(shell !== undefined && { shell }),
    ...(timeoutMinutes > 0 && { timeoutMinutes }),
    outputs: job.child("outputs").texts(),
    steps: job
      .list("steps")
      .map((step, index) => readStep(new YamlReader(step, `step ${index + 1}`))),
  };
}

/** Returns the name of a job. For a matrix job, appends the matrix values, as GitHub does. */
function nameOf(id: string, strategy: Strategy | undefined): string {
  const axes = Object.keys(strategy?.combinations[0] ?? {});
  return axes.length === 0
    ? id
    : `${id} (${axes.map((axis) => `\${{ matrix.${axis} }}`).join(", ")})`;
}

const stepKeys = "id name if uses with run shell env continue-on-error timeout-minutes";

function readStep(step: YamlReader): Step {
  step.allow(stepKeys.split(" "));
  const [id, uses, shell] = [step.text("id"), step.text("uses"), step.text("shell")];
  const run = step.text("run") ?? "";
  const timeoutMinutes = Number(step.text("timeout-minutes") ?? 0);
  if (!run && uses === undefined)
    throw new WorkflowRefused(`${step.where} has neither "run" nor "uses".`);
  const firstLine = run.trim().split("\n")[0] ?? "";
  return {
    ...(id !== undefined && { id }),
    name: step.text("name") ?? `Run ${uses ?? firstLine}`,
    condition: step.text("if") ?? "success()",
    ...(uses !== undefined && { uses }),
    with: step.child("with").texts(),
    run,
    ...(shell !== undefined && { shell }),
    env: step.child("env").texts(),
    continueOnError: step.flag("continue-on-error"),
    ...(timeoutMinutes > 0 && { timeoutMinutes }),
  };
}

/**
 * Sorts jobs so that each job comes after the jobs that it needs. Other jobs keep their order in
 * the file.
 */
function orderByNeeds(jobs: readonly Job[]): Job[] {
  const ordered: Job[] = [];
  const waiting = new Set(jobs);
  while (waiting.size > 0) {
    const isReady = (job: Job) => job.needs.every((id) => ordered.some((done) => done.id === id));
    const next = [...waiting].find(isReady);
    if (!next) {
      const ids = [...waiting].map((job) => job.id).join(", ");
      throw new WorkflowRefused(`These jobs depend on each other or on an unknown job: ${ids}`);
    }
    waiting.delete(next);
    ordered.push(next);
  }
  return ordered;
}
