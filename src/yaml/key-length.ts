/**
 * The maximum length of a key in characters. Parsers search for the colon only within this length.
 * @see YAML 1.2.2, "Implicit keys"
 */
const longestKey = 1024;
/** The maximum length of an escaped character. */
const longestSpelling = 6;

/** Returns whether a key could exceed the maximum length once it is quoted and escaped. */
export function isTooLongForKey(text: string): boolean {
  if (text.length * longestSpelling + 2 <= longestKey) return false;
  const doubled = text.match(/["'\\]/g)?.length ?? 0;
  const spelled = text.match(/[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gu)?.length ?? 0;
  return text.length + 2 + doubled + spelled * (longestSpelling - 1) > longestKey;
}
