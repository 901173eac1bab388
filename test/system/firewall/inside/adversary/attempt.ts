/** One attempt to bypass the firewall. */
export interface Attempt {
  readonly family: string;
  readonly name: string;
  /** Whether the attempt must succeed: without such controls the others prove nothing. */
  readonly isControl?: true;
  /**
   * @param mark part of the sent data, which identifies its receiver
   * @returns the response
   */
  readonly act: (mark: string) => Promise<string>;
}

export interface Attempted {
  readonly family: string;
  readonly name: string;
  readonly isControl: boolean;
  readonly mark: string;
  readonly text: string;
}

/** Runs all attempts, several at a time. */
export async function attemptAll(
  attempts: readonly Attempt[],
  prefix: string,
): Promise<Attempted[]> {
  const results: Attempted[] = [];
  const left = attempts.entries();
  const lane = async () => {
    for (const [at, { family, name, isControl = false, act }] of left) {
      const mark = `${prefix}${at}z`;
      const text = await act(mark).catch((error: unknown) => `error ${String(error)}`);
      results[at] = { family, name, isControl, mark, text: text.slice(0, 400) };
    }
  };
  await Promise.all(Array.from({ length: 24 }, lane));
  return results;
}
