import type { Attempt, Run, RunJob } from "./repository.ts";

/** Returns the number of the latest attempt. A run without reruns has one attempt. */
export function latestAttempt({ attempt = 1 }: Run): number {
  return attempt;
}

/** Returns one attempt of a run in the form of a run. */
export function attemptOf(run: Run, number: number): Run | undefined {
  if (number === latestAttempt(run)) return run;
  const earlier = run.earlier?.find(({ attempt }) => attempt === number);
  return earlier && { ...run, ...earlier };
}

/** Copies the data of the latest attempt, which is kept after a rerun starts. */
function toAttempt(run: Run): Attempt {
  const { status, conclusion, jobs, startedAt, updatedAt } = run;
  return { attempt: latestAttempt(run), status, conclusion, jobs, startedAt, updatedAt };
}

/** Returns the jobs of all attempts, oldest first. */
export function allJobs({ jobs, earlier = [] }: Run): RunJob[] {
  return [...earlier.flatMap((each) => each.jobs), ...jobs];
}

/** Prepares a run for its next attempt and keeps the data of the previous one. */
export function beginAttempt(run: Run, at: string): void {
  run.earlier = [...(run.earlier ?? []), toAttempt(run)];
  const fresh = {
    status: "queued",
    conclusion: null,
    jobs: [],
    startedAt: at,
    updatedAt: at,
  } as const;
  Object.assign(run, fresh, { attempt: latestAttempt(run) + 1 });
}

export function attemptOfJob(run: Run, { id }: RunJob): number {
  const earlier = run.earlier?.find(({ jobs }) => jobs.some((job) => job.id === id));
  return earlier?.attempt ?? latestAttempt(run);
}
