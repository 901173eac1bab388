/** An error whose message is a sentence for the run's log, without secrets. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/**
 * Returns the message of a failure. The message of an unexpected error can contain anything, so
 * only its type is printed.
 */
export function sentenceOf(failure: unknown): string {
  if (failure instanceof Problem) return failure.message;
  const kind = failure instanceof Error ? failure.name : typeof failure;
  return `Internal error of this step (${kind}).`;
}
