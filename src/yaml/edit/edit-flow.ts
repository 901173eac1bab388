import { skipGap } from "../gaps.ts";
import type { YamlList, YamlMap } from "../yaml-node.ts";
import type { EditValue } from "./edit-value.ts";
import { entriesOf, type FieldEntry } from "./entries.ts";
import { isBlank, leadingSpaceOf, lineEnd, lineStart, nextLine, splice } from "./source-lines.ts";
import { keepQuotes } from "./write-value.ts";

/**
 * Inserts text after the previous entry, or as the first entry.
 * @param at number of entries before the new one
 */
export function insertInFlow(
  text: string,
  flow: YamlMap | YamlList,
  {
    at,
    written,
    lineEnd: newLine,
  }: { readonly at: number; readonly written: string; readonly lineEnd: string },
): string {
  const entries = entriesOf(text, flow);
  const [before, after] = [entries[at - 1], entries[at]];
  if (!before) {
    const from = after?.start ?? flow.start + 1;
    return splice(text, { from, to: from, text: after ? `${written}, ` : written });
  }
  const end = before.value.end;
  const [, comma] = restOf(text, end) ?? [];
  if (comma === undefined || !isBlank(leadingSpaceOf(text, before.start))) {
    return splice(text, { from: end, to: end, text: `, ${written}` });
  }
  // Entries are on separate lines, and the trailing comment belongs to this entry.
  const [from, prefix] = [lineEnd(text, end), leadingSpaceOf(text, before.start)];
  return splice(
    text,
    { from: end, to: end, text: comma === "" ? "," : "" },
    { from, to: from, text: `${newLine}${prefix}${written}${comma}` },
  );
}

/** Replaces a value. */
export function replaceInFlow(text: string, field: FieldEntry, value: EditValue): string {
  const { value: old, key, colon } = field;
  const written = keepQuotes(text, old, value);
  if (old.start !== old.end) {
    return splice(text, { from: old.start, to: old.end, text: written });
  }
  const at = colon ?? key.end;
  return splice(text, {
    from: at,
    to: at,
    text: colon === undefined ? `: ${written}` : ` ${written}`,
  });
}

/** Matches the comma and the comment after an entry that is the last one on its line. */
function restOf(text: string, end: number): RegExpExecArray | null {
  return /^[ \t]*(,?)[ \t]*(#.*)?$/.exec(text.slice(end, lineEnd(text, end)));
}

/** Removes an entry and one adjacent comma. */
export function removeFromFlow(text: string, flow: YamlMap | YamlList, at: number): string {
  const entries = entriesOf(text, flow);
  const [entry, before, after] = [entries[at], entries[at - 1], entries[at + 1]];
  if (!entry) return text;
  const end = entry.value.end;
  const comma = skipGap(text, end);
  const behind = text[comma] === "," ? comma + 1 : end;
  const rest = restOf(text, end);
  const hasOwnLine = rest !== null && isBlank(leadingSpaceOf(text, entry.start));
  const line = { from: lineStart(text, entry.start), to: nextLine(text, end), text: "" };
  if (hasOwnLine && before && !after && rest[1] === "") {
    // If no comma follows the last entry, the comma before it is removed with the entry.
    const from = skipGap(text, before.value.end);
    return splice(text, { from, to: from + 1, text: "" }, line);
  }
  const hasCommaBelow = rest?.[1] === "" && text[comma] === ",";
  if (hasOwnLine && rest[2] !== undefined && !hasCommaBelow) return splice(text, line);
  if (after && isPlain(text, end, after.start)) {
    return splice(text, { from: entry.start, to: after.start, text: "" });
  }
  if (before && !after && isPlain(text, before.value.end, entry.start)) {
    return splice(text, { from: before.value.end, to: end, text: "" });
  }
  return splice(text, { from: entry.start, to: behind, text: "" });
}

/**
 * Returns whether the text between two offsets consists only of spaces, line breaks and a comma.
 */
function isPlain(text: string, from: number, to: number): boolean {
  return /^[\s,]*$/.test(text.slice(from, to));
}
