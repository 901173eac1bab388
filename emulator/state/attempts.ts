import type { Attempt, Run, RunJob } from "./repository.ts";

/** The number of the latest attempt; a run that was never started again has one. */
export function latestAttempt({ attempt = 1 }: Run): number {
  return attempt;
}

/** One attempt of a run, as the run itself was then. */
export function attemptOf(run: Run, number: number): Run | undefined {
  if (number === latestAttempt(run)) return run;
  const earlier = run.earlier?.find(({ attempt }) => attempt === number);
  return earlier && { ...run, ...earlier };
}

/** What is kept of an attempt when the next one begins. */
function toAttempt(run: Run): Attempt {
  const { status, conclusion, jobs, startedAt, updatedAt } = run;
  return { attempt: latestAttempt(run), status, conclusion, jobs, startedAt, updatedAt };
}

/** The jobs of all attempts, the first one's first. */
export function allJobs({ jobs, earlier = [] }: Run): RunJob[] {
  return [...earlier.flatMap((each) => each.jobs), ...jobs];
}

/** Makes a run ready for another attempt; the one before is kept. */
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
