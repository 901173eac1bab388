/** What a line may hold to be read without the command table. */
export interface PlainLine {
  readonly flags: readonly string[];
  /** Each with a value behind it. */
  readonly valued: readonly string[];
}

/** What they are to look like is left to the command, which explains what is wrong with one. */
const plainValue = /^[A-Za-z0-9][\w.:/-]*$/;

/**
 * Reads the words behind a verb that are options of the plainest spelling. Whatever has to be explained, help or a slip of
 * the pen, is undefined here, and the command table's business.
 * @returns each option's value, a flag's is ""; of one that comes twice, the last
 */
export function readPlainLine(
  words: readonly string[],
  { flags, valued }: PlainLine,
): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (flags.includes(word)) values.set(word, "");
    else {
      const value = words[at + 1] ?? "";
      if (!valued.includes(word) || !plainValue.test(value)) return undefined;
      values.set(word, value);
      at += 1;
    }
  }
  return values;
}
