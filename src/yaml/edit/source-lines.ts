import type { YamlNode } from "../yaml-node.ts";
import type { Entry } from "./entries.ts";

/** A piece of a text, from one offset to another. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

/** Puts texts in the place of pieces, which do not overlap; what is put at one place stands there in the order given. */
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

/** Behind the line's end. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** Before the line's end. */
export function lineEnd(text: string, at: number): number {
  const [rest = ""] = /^[^\r\n]*/.exec(text.slice(at)) ?? [];
  return at + rest.length;
}

/** What stands before an offset on its line. */
export function leadingSpaceOf(text: string, at: number): string {
  return text.slice(lineStart(text, at), at);
}

export function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text);
}

/** The text of a value: of a block scalar its sign and its lines, between which a comment can stand. */
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

/** A field's or an item's whole lines, with the comments below it that are further in than it is: they are about it. */
export function linesOf(text: string, { start, value }: Entry): Piece {
  const from = lineStart(text, start);
  let to = nextLine(text, value.end);
  const line = /([ \t]*)(#?)[^\r\n]*(?:\r?\n|$)/y;
  line.lastIndex = to;
  for (let found = line.exec(text); found?.[0]; found = line.exec(text)) {
    const [whole, lead = "", sign] = found;
    const isIn = sign === "#" && lead.length > start - from;
    if (isIn) to = line.lastIndex;
    else if (!isBlank(whole.trimEnd())) break;
  }
  return { from, to };
}
