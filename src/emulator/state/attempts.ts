import type { Attempt, Run } from "./repository.ts";

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
export function toAttempt(run: Run): Attempt {
  const { status, conclusion, jobs, startedAt, updatedAt } = run;
  return { attempt: latestAttempt(run), status, conclusion, jobs, startedAt, updatedAt };
}
