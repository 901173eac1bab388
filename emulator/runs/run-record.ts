import type { StepUpdate, WorkflowReport } from "../runner.ts";
import type { PendingDeployment, Run, RunJob, RunStep } from "../state/repository.ts";
import { changeTime } from "../state/timestamp.ts";
import { nextId, type World } from "../state/world.ts";

/** Records the start or end of a step, so that lists of jobs show it immediately. */
export function noteStep(world: World, run: Run, update: StepUpdate): void {
  const job = findOrAddJob(world, run, update.job);
  const others = job.steps.filter(({ number }) => number !== update.number);
  job.steps = [...others, stepOf(update)].sort((one, other) => one.number - other.number);
}

/**
 * Records that a job is waiting for its environment. The run waits, too, because its jobs run one
 * after another.
 */
export function notePending(
  world: World,
  run: Run,
  wanted: Omit<PendingDeployment, "id">,
): PendingDeployment {
  const pending = { ...wanted, id: nextId(world) };
  findOrAddJob(world, run, wanted.job).isWaiting = true;
  run.pending = [...(run.pending ?? []), pending];
  run.status = "waiting";
  return pending;
}

/** Records that the job is no longer waiting, whether it was approved or rejected. */
export function noteAdmitted(run: Run, pending: PendingDeployment): void {
  run.pending = (run.pending ?? []).filter((each) => each !== pending);
  const job = run.jobs.find(({ name }) => name === pending.job);
  if (job) job.isWaiting = false;
  run.status = "in_progress";
}

/** Records that the run or one of its jobs is waiting in a concurrency group. */
export function noteInLine(world: World, run: Run, job: string | undefined): void {
  if (job !== undefined) findOrAddJob(world, run, job).isPending = true;
  run.status = "pending";
}

/** Records that the run or one of its jobs continues after waiting in a concurrency group. */
export function noteTurn(run: Run, job: string | undefined): void {
  const found = run.jobs.find(({ name }) => name === job);
  if (found) found.isPending = false;
  if (job !== undefined) run.status = "in_progress";
}

/** Completes the run and records the final report of each job. */
export function endRun(
  world: World,
  run: Run,
  { report, now }: { report: Pick<WorkflowReport, "conclusion" | "jobs">; now: Date },
): void {
  for (const { name, conclusion, steps, log } of report.jobs) {
    Object.assign(findOrAddJob(world, run, name), { conclusion, log, steps: steps.map(stepOf) });
  }
  for (const job of run.jobs) Object.assign(job, { isWaiting: false, isPending: false });
  run.pending = [];
  run.status = "completed";
  run.conclusion = report.conclusion;
  run.updatedAt = changeTime(run.updatedAt, now);
}

/** Cancels runs that a previous process of the forge left unfinished. */
export function endLostRuns(world: World, now: Date): void {
  for (const { runs } of world.repositories) {
    for (const run of runs.filter(({ status }) => status !== "completed")) {
      endRun(world, run, { report: { conclusion: "cancelled", jobs: [] }, now });
    }
  }
}

function findOrAddJob(world: World, run: Run, name: string): RunJob {
  const known = run.jobs.find((job) => job.name === name);
  if (known) return known;
  const job: RunJob = { id: nextId(world), name, conclusion: null, steps: [], log: "" };
  run.jobs.push(job);
  return job;
}

type Step = WorkflowReport["jobs"][number]["steps"][number];

function stepOf({ name, number, conclusion, ...times }: Step): RunStep {
  const { started_at: startedAt, completed_at: completedAt, log_end: logEnd } = times;
  const step = { name, number, conclusion, startedAt, completedAt };
  return logEnd === undefined ? step : { ...step, logEnd };
}
