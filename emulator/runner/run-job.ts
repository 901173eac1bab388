import { readFile } from "node:fs/promises";
import { isKnownAction, runAction, type ActionContext } from "./actions.ts";
import { fillIn, fillInAll, isWanted, type JobState, type Scope } from "./expressions.ts";
import { createJobLog, type JobLog, type Mask } from "./job-log.ts";
import { runScript, type RunScript } from "./run-script.ts";
import { environmentPrefixes } from "./spellings.ts";
import { createJobFolder, readOutputs, type JobFolder } from "./step-files.ts";
import { abortAfter } from "../../src/shared/abort-after.ts";
import type { Job, Step } from "./workflow-file.ts";
import { WorkflowRefused } from "./yaml-reader.ts";

type Conclusion = "success" | "failure" | "cancelled" | "skipped";

export interface StepReport {
  readonly name: string;
  readonly number: number;
  readonly status: "in_progress" | "completed";
  readonly conclusion: Conclusion | null;
  readonly started_at: string;
  readonly completed_at: string | null;
  /**
   * Offset in characters at which the step's part of the job log ends; undefined while the step
   * runs.
   */
  readonly log_end?: number;
}

export interface JobReport {
  readonly name: string;
  readonly conclusion: Conclusion;
  readonly steps: readonly StepReport[];
  readonly log: string;
  /** The summary that the steps wrote, with secrets redacted. */
  readonly summary: string;
  /** Outputs for dependent jobs. */
  readonly outputs: Readonly<Record<string, string>>;
}

export interface JobOptions {
  readonly scope: Scope;
  readonly mask: Mask;
  /** `env:` of the workflow. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  readonly onStep: (step: StepReport) => void;
  readonly runScript?: RunScript | undefined;
  readonly actions: ActionContext;
}

/** Runs the steps of one job in order, in temporary folders. */
export async function runJob(job: Job, options: JobOptions): Promise<JobReport> {
  const log = createJobLog(options.mask, options.clock);
  const { name } = job;
  const folder = await createJobFolder();
  try {
    refuseActions(job);
    const signal = withTimeout(options.signal, job.timeoutMinutes);
    const runner = { temp: folder.temp, os: "Linux" };
    const known = { ...options.scope, runner };
    const own = { ...fillInAll(options.env, known), ...fillInAll(job.env, known) };
    const scope = { ...known, env: own };
    const env = { ...baseEnvironment(folder, scope), ...own };
    const jobContext = { ...options, signal, scope };
    const { steps, state } = await runSteps(job, jobContext, { log, folder, env });
    const summary = options.mask.hide(await readFile(folder.summaryFile, "utf8"));
    const conclusion = signal.aborted ? "cancelled" : state;
    const outputs = readJobOutputs(job, jobContext, log);
    return { name, conclusion, steps, log: log.text(), summary, outputs };
  } catch (error) {
    if (!(error instanceof WorkflowRefused)) throw error;
    log.write(`##[error]${error.message}`);
    return { name, conclusion: "failure", steps: [], log: log.text(), summary: "", outputs: {} };
  } finally {
    await folder.remove();
  }
}

// GitHub downloads all actions before the first step, so the job fails before any step runs if an
// action is not available.
function refuseActions(job: Job): void {
  const step = job.steps.find(({ uses }) => uses !== undefined && !isKnownAction(uses));
  if (step)
    throw new WorkflowRefused(`The embedded forge does not support the action "${step.uses}".`);
}

/** Evaluates the outputs of a job. As on GitHub, drops outputs that contain a secret. */
function readJobOutputs(
  { outputs }: Job,
  { scope, mask }: Pick<JobOptions, "scope" | "mask">,
  log: JobLog,
): Record<string, string> {
  const taken = Object.entries(fillInAll(outputs, scope)).filter(([name, value]) => {
    if (!mask.finds(value)) return true;
    log.write(`##[warning]Skip output '${name}' since it may contain secret.`);
    return false;
  });
  return Object.fromEntries(taken);
}

function baseEnvironment(folder: JobFolder, scope: Scope): Record<string, string> {
  const env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder.home,
    TMPDIR: folder.temp,
    RUNNER_TEMP: folder.temp,
    LANG: "C.UTF-8",
    CI: "true",
  };
  for (const prefix of environmentPrefixes) {
    for (const [name, value] of Object.entries(scope.run)) {
      env[`${prefix}_${name.toUpperCase()}`] = value;
    }
    env[`${prefix}_WORKSPACE`] = folder.workspace;
    env[`${prefix}_OUTPUT`] = folder.outputFile;
    env[`${prefix}_STEP_SUMMARY`] = folder.summaryFile;
  }
  return env;
}

/** State that the steps of a job share. */
interface Bench {
  readonly log: JobLog;
  readonly folder: JobFolder;
  readonly env: Readonly<Record<string, string>>;
}

async function runSteps(job: Job, options: JobOptions, bench: Bench) {
  const steps: StepReport[] = [];
  let state: JobState = "success";
  for (const [index, step] of job.steps.entries()) {
    const { scope, clock, signal, onStep } = options;
    const started = {
      name: fillIn(step.name, scope, "secrets refused"),
      number: index + 1,
      started_at: clock().toISOString(),
    };
    let conclusion: Conclusion = "skipped";
    if (!signal.aborted && isWanted(step.condition, scope, state)) {
      onStep({ ...started, status: "in_progress", conclusion: null, completed_at: null });
      conclusion = await runStep({ shell: job.shell, ...step }, options, bench);
    }
    if (conclusion === "failure" && step.continueOnError) conclusion = "success";
    if (conclusion === "failure") state = "failure";
    const completed_at = clock().toISOString();
    const log_end = bench.log.length();
    const ended: StepReport = {
      ...started,
      status: "completed",
      conclusion,
      completed_at,
      log_end,
    };
    steps.push(ended);
    onStep(ended);
  }
  return { steps, state };
}

async function runStep(
  step: Omit<Step, "shell"> & { shell?: string | undefined },
  { scope, mask, signal: jobSignal, runScript: run = runScript, actions }: JobOptions,
  { log, folder, env }: Bench,
): Promise<Conclusion> {
  const signal = withTimeout(jobSignal, step.timeoutMinutes);
  log.write(`##[group]${step.name}`);
  try {
    if (step.uses !== undefined) {
      await runAction(step.uses, fillInAll(step.with, scope), { ...actions, folder, log });
      return "success";
    }
    const text = fillIn(step.run, scope, "secrets refused");
    refuseSecretIn(text, mask);
    const code = await run(
      {
        text,
        shell: step.shell,
        env: { ...env, ...fillInAll(step.env, scope) },
        workingFolder: folder.workspace,
        scriptFolder: folder.temp,
      },
      (line) => log.writePrinted(line),
      signal,
    );
    if (step.id !== undefined) scope.outputs.set(step.id, await readOutputs(folder.outputFile));
    if (jobSignal.aborted) return "cancelled";
    if (code === 0) return "success";
    log.write(
      signal.aborted
        ? "##[error]The step timed out and was stopped."
        : `##[error]Process completed with exit code ${code ?? "unknown"}.`,
    );
    return "failure";
  } catch (error) {
    if (!(error instanceof WorkflowRefused)) throw error;
    log.write(`##[error]${error.message}`);
    return "failure";
  } finally {
    log.write("##[endgroup]");
  }
}

/**
 * @throws WorkflowRefused if a script contains a secret. Scripts are stored in a file, and an input
 *   or output can contain a secret that its expression does not reveal.
 */
function refuseSecretIn(text: string, mask: Mask): void {
  if (!mask.finds(text)) return;
  throw new WorkflowRefused('The script contains a secret: pass it to the step with "env".');
}

function withTimeout(signal: AbortSignal, minutes: number | undefined): AbortSignal {
  if (minutes === undefined) return signal;
  return AbortSignal.any([signal, abortAfter(minutes * 60_000)]);
}
