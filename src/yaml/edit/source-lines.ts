import type { YamlNode } from "../yaml-node.ts";
import type { Entry } from "./entries.ts";

/** A range of text between two offsets. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

/** Replaces ranges that do not overlap. Insertions at the same offset keep the given order. */
export function splice(
  text: string,
  ...changes: readonly (Piece & { readonly text: string })[]
): string {
  const fromBehind = changes.toReversed().toSorted((one, other) => other.from - one.from);
  return fromBehind.reduce(
    (all, { from, to, text: put }) => all.slice(0, from) + put + all.slice(to),
    text,
  );
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Returns the offset of the start of the next line, or the length of the text if there is none. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/**
 * Returns the offset of the end of a line, before the line break.
 * @param at an offset in the line
 */
export function lineEnd(text: string, at: number): number {
  const [rest = ""] = /^[^\r\n]*/.exec(text.slice(at)) ?? [];
  return at + rest.length;
}

/** Returns the indentation of the line that contains an offset. */
export function leadingSpaceOf(text: string, at: number): string {
  return text.slice(lineStart(text, at), at);
}

export function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text);
}

/**
 * Returns the ranges of a value. A block scalar has two ranges, its `|` or `>` and its lines,
 * because a comment can be between them.
 */
export function piecesOf(text: string, node: YamlNode): readonly [Piece, ...Piece[]] {
  const { start, end } = node;
  const isBlock = node.kind === "scalar" && !node.isPlain && !node.isAlias;
  const [sign] = (isBlock && /^[|>][-+\d]*/.exec(text.slice(start, end))) || [];
  if (sign === undefined) return [{ from: start, to: end }];
  const to = start + sign.length;
  return [
    { from: start, to },
    { from: Math.min(lineEnd(text, to), end), to: end },
  ];
}

/**
 * Returns the complete lines of a field or item. Includes more deeply indented comments below the
 * entry, because they belong to the entry.
 */
export function linesOf(text: string, { start, value }: Entry): Piece {
  const from = lineStart(text, start);
  let to = nextLine(text, value.end);
  const line = /([ \t]*)(#?)[^\r\n]*(?:\r?\n|$)/y;
  line.lastIndex = to;
  for (let found = line.exec(text); found?.[0]; found = line.exec(text)) {
    const [full, prefix = "", sign] = found;
    const isIn = sign === "#" && prefix.length > start - from;
    if (isIn) to = line.lastIndex;
    else if (!isBlank(full.trimEnd())) break;
  }
  return { from, to };
}
