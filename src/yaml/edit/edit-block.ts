import type { YamlNode } from "../yaml-node.ts";
import type { EditValue } from "./edit-value.ts";
import type { Entry, FieldEntry } from "./entries.ts";
import {
  isBlank,
  leadingSpaceOf,
  lineEnd,
  lineStart,
  linesOf,
  nextLine,
  piecesOf,
  splice,
  type Piece,
} from "./source-lines.ts";
import { isTall, keepQuotes, tallLines, type Style } from "./write-value.ts";

/**
 * Inserts lines before or after an entry of a block, or at the end.
 * @param gap text to insert above the lines if an empty line follows the entry
 */
export function insertLines(
  text: string,
  lines: string,
  {
    after,
    before,
    gap = "",
  }: { readonly after?: Entry; readonly before?: Entry; readonly gap?: string },
): string {
  const at = after ? linesOf(text, after).to : lineStart(text, before?.start ?? text.length);
  const hasGap = after !== undefined && isEmptyLine(text, at);
  return splice(text, { from: at, to: at, text: `${hasGap ? gap : ""}${lines}` });
}

function isEmptyLine(text: string, at: number): boolean {
  return at < text.length && isBlank(text.slice(at, lineEnd(text, at)));
}

/**
 * Removes an entry's lines, and the empty line above them if an empty line or the end of the text
 * follows.
 * @param before the previous entry, if there is one
 */
export function removeLines(text: string, entry: Entry, before: Entry | undefined): string {
  const { from, to } = linesOf(text, entry);
  const above = lineStart(text, from - 1);
  const isFree = before !== undefined && above >= linesOf(text, before).to;
  const isDouble =
    isFree && isEmptyLine(text, above) && (to >= text.length || isEmptyLine(text, to));
  return splice(text, { from: isDouble ? above : from, to, text: "" });
}

/**
 * Removes a block's only entry and writes an empty collection, because a key without a value would
 * mean null.
 */
export function emptyBlock(text: string, field: FieldEntry, empty: "{}" | "[]"): string {
  const { from, to } = piecesBelow(text, field.value);
  const at = field.colon ?? field.value.start;
  return splice(text, { from: at, to: at, text: ` ${empty}` }, { from, to, text: "" });
}

/** Returns the complete lines of a value that is written on the lines below its key. */
function piecesBelow(text: string, value: YamlNode) {
  return { from: lineStart(text, value.start), to: nextLine(text, value.end) };
}

/** Replaces a value. Keeps comments after the value, and comments between the value and its key. */
export function replaceValue(
  text: string,
  field: FieldEntry,
  { value, style }: { readonly value: EditValue; readonly style: Style },
): string {
  const { value: old, start, colon = field.key.end } = field;
  const isBelow = lineStart(text, old.start) > lineStart(text, colon);
  const [head, ...below] = piecesOf(text, old);
  const gone = below.map((piece) => ({ ...piece, text: "" }));
  const isBlock = (old.kind === "map" || old.kind === "list") && !old.isFlow;
  if (!isTall(value)) {
    const written = keepQuotes(text, old, value);
    if (old.start === old.end) return put(text, colon, ` ${written}`);
    if (!isBlock) return splice(text, { ...head, text: written }, ...gone);
    return splice(
      text,
      { from: colon, to: colon, text: ` ${written}` },
      { ...piecesBelow(text, old), text: "" },
    );
  }
  const lines = tallLines(leadingSpaceOf(text, start), value, style);
  if (isBelow) {
    const kept = isBlock ? "" : commentBehind(text, head);
    return splice(text, { ...piecesBelow(text, old), text: lines + kept });
  }
  const without = splice(text, { from: colon, to: head.to, text: "" }, ...gone);
  return put(without, nextLine(without, colon), lines);
}

/** Returns the comment after a value as a separate line. */
function commentBehind(text: string, { from, to }: Piece): string {
  const rest = text.slice(to, nextLine(text, to)).trimStart();
  return rest === "" ? "" : leadingSpaceOf(text, from) + rest;
}

function put(text: string, at: number, added: string): string {
  return splice(text, { from: at, to: at, text: added });
}
