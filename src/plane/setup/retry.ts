/** Number of times that something is tried at most. */
const mostAttempts = 3;

export interface RetryOptions {
  /** Pause after the first attempt; after the second attempt, the pause is twice as long. */
  readonly pauseMilliseconds: number;
  readonly isTransient: (error: unknown) => boolean;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Repeats what the forge failed to do, up to three attempts.
 * @param work gets the number of the attempt, starting at 1
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
