const mostAttempts = 3;

export interface RetryOptions {
  /** Pause after the first attempt, in milliseconds. The second pause is twice as long. */
  readonly pauseMilliseconds: number;
  readonly isTransient: (error: unknown) => boolean;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Retries after a transient error, with up to three attempts in total.
 *
 * @param work receives the number of the attempt, starting at 1
 * @throws any error that is not transient, and the error of the last attempt
 */
export async function retry<T>(
  { pauseMilliseconds, isTransient, pause, signal }: RetryOptions,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isTransient(error) || attempt === mostAttempts) throw error;
      await pause(pauseMilliseconds * attempt, signal);
    }
  }
}
