/** What a reader of YAML looks for the colon in, after a key on one line. @see YAML 1.2.2, "Implicit keys" */
const longestKey = 1024;
/** A sign that has to be spelled takes six at most. */
const longestSpelling = 6;

/** Whether a key is longer than it may be, as it will be written: quoted, and with some of its signs spelled. */
export function isTooLongForKey(text: string): boolean {
  if (text.length * longestSpelling + 2 <= longestKey) return false;
  const doubled = text.match(/["'\\]/g)?.length ?? 0;
  const spelled = text.match(/[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gu)?.length ?? 0;
  return text.length + 2 + doubled + spelled * (longestSpelling - 1) > longestKey;
}
