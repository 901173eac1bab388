/** What went wrong, as a sentence for whoever reads the log of a run: it holds no secret. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** The sentence of a failure. What a fault of our own says may hold anything: only its kind is told. */
export function sentenceOf(failure: unknown): string {
  if (failure instanceof Problem) return failure.message;
  const kind = failure instanceof Error ? failure.name : typeof failure;
  return `This step has a fault of its own (${kind}).`;
}
