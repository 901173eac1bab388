import { printable, printableLine } from "../shared/print-text.ts";
import type { Hint } from "../shared/errors.ts";
import type { MarkState } from "../shared/marks.ts";
import { hasColumns, markTones, spell, type RenderOptions, type Tone } from "./render-options.ts";
import { cutWord, noBreak, textWidth, wrapText } from "./wrap-text.ts";

/** A part of a line that has one tone. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** The URL that a click on the text opens. */
  readonly link?: string;
}

/** Exactly one line of the terminal, already wrapped to the width. */
export type Row = readonly Span[];

/** Prefix for rows: one version for the first row, and one for all rows below it. */
export interface RowPrefix {
  readonly first: readonly Span[];
  readonly rest: readonly Span[];
}

/** Number of columns before the text: a space, a mark or the rail, and a space. */
export const gutter = 3;

export function space(width: number): Span {
  return { text: " ".repeat(width) };
}

const empty: readonly Span[] = [space(gutter)];

/** Empty prefix, for text without a rail. */
export const noRail: RowPrefix = { first: empty, rest: empty };

function sign(text: string, tone: Tone): readonly Span[] {
  return [{ text: " " }, { text, tone }, space(Math.max(1, gutter - 1 - textWidth(text)))];
}

export type RailTone = "quiet" | "active" | "warning" | "bad";

/** Returns the rail. It is heavy beside warnings and irreversible actions. */
export function rail({ signs }: RenderOptions, tone: RailTone): RowPrefix {
  const isHeavy = tone === "warning" || tone === "bad";
  const line = sign(isHeavy ? signs.heavyRail : signs.rail, tone);
  return { first: line, rest: line };
}

/** Returns a prefix with a mark on the first row, and another prefix for further rows. */
export function marked(
  { signs }: RenderOptions,
  state: MarkState,
  below: RowPrefix = noRail,
): RowPrefix {
  return { first: sign(signs[state], markTones[state]), rest: below.rest };
}

export function indented({ first, rest }: RowPrefix, width: number): RowPrefix {
  return { first: [...first, space(width)], rest: [...rest, space(width)] };
}

/** Adds text to the prefix of the first row, and the same amount of space to the rows below. */
export function behind({ first, rest }: RowPrefix, spans: readonly Span[]): RowPrefix {
  return { first: [...first, ...spans], rest: [...rest, space(widthOf(spans))] };
}

export function widthOf(row: Row): number {
  return row.reduce((width, { text }) => width + textWidth(text), 0);
}

/** Removes trailing spaces, so that they are not copied. */
export function trimRow(row: Row): Row {
  const last = row.findLastIndex(({ text }) => text.trim() !== "");
  return row
    .slice(0, last + 1)
    .map((span, index) => (index === last ? { ...span, text: span.text.trimEnd() } : span));
}

interface Manner {
  readonly style: RenderOptions;
  readonly prefix?: RowPrefix;
  readonly tone?: Tone;
}

/** Wraps text into rows with a prefix. */
export function textRows(text: string, { style, prefix = noRail, tone = "plain" }: Manner): Row[] {
  const indent = widthOf(prefix.rest);
  return wrapText(spell(text, style), style.width - indent).map((line, index) => [
    ...(index === 0 ? prefix.first : prefix.rest),
    ...(line === "" ? [] : [{ text: line, tone }]),
  ]);
}

/** Returns a title with a short text at the right edge, or below it if there is not enough room. */
export function headRows(title: string, beside: string, { style, prefix = noRail }: Manner): Row[] {
  const right = spell(beside, style);
  const rows = textRows(title, { style, prefix, tone: "strong" });
  if (right === "") return rows;
  const last = rows.at(-1) ?? [];
  const gap = style.width - widthOf(last) - textWidth(right);
  if (rows.length === 1 && gap >= 2 && hasColumns(style))
    return [[...last, space(gap), { text: right }]];
  return [
    ...rows,
    ...textRows(right, { style, prefix: { first: prefix.rest, rest: prefix.rest } }),
  ];
}

/**
 * Returns rows that contain only a URL, so that a triple click selects it. The URL starts at the
 * text's column, or at the left edge if it is too wide. The URL is never truncated.
 */
export function linkRows(address: string, style: RenderOptions): Row[] {
  const url = shownLink(address, style);
  const target = style.hasLinks ? { link: url } : {};
  if (fitsRow(url, style)) return [[space(gutter), { text: url, tone: "link", ...target }]];
  return wideWord(url, style).map((piece) => [{ text: piece, tone: "link", ...target }]);
}

/**
 * Splits a word into pieces as wide as a row. Words in printed output are not split, because a line
 * that only the terminal wraps can be copied in one piece.
 */
function wideWord(word: string, { width, isPrinted }: RenderOptions): string[] {
  return isPrinted ? [word] : cutWord(word, width);
}

/** Returns the link if it fits in a row; otherwise a short URL that redirects to it. */
export function shownLink(address: string, style: RenderOptions): string {
  const full = printableLine(address);
  return fitsRow(full, style) ? full : (style.shorten?.(full) ?? full);
}

function fitsRow(text: string, { width }: RenderOptions): boolean {
  return textWidth(text) + gutter <= width;
}

/** Formats a command so that it can be pasted as one command even if it spans several rows. */
export function commandRows(command: string, style: RenderOptions): Row[] {
  const words = printableLine(command);
  if (fitsRow(words, style)) return [[space(gutter), { text: words }]];
  const lines = wrapText(keepQuoted(words), style.width - gutter - 2);
  // If a word had to be split, a continuation row would insert a space into it. The command is then
  // printed without indentation instead.
  if (lines.join(" ") !== words) return wideWord(words, style).map((text) => [{ text }]);
  return lines.map((line, index) => [
    space(gutter),
    { text: index < lines.length - 1 ? `${line} \\` : line },
  ]);
}

/** Keeps each quoted text on one row, because a shell reads a backslash in quotes as a character. */
function keepQuoted(words: string): string {
  return words.replaceAll(/\\.|'[^']*'|"[^"]*"/g, (quoted) => quoted.replaceAll(" ", noBreak));
}

/** Returns the rows for a next step. */
export function hintRows(hint: Hint, { style, prefix = noRail }: Manner): Row[] {
  const { text, command, lines = [], link } = hint;
  const more = command !== undefined || lines.length > 0 || link !== undefined;
  return [
    ...textRows(more ? `${text.replace(/[.:]$/, "")}:` : text, { style, prefix }),
    ...(command === undefined ? [] : commandRows(command, style)),
    ...lines.flatMap((line) => fileLineRows(line, style)),
    ...(link === undefined ? [] : linkRows(link, style)),
  ];
}

/** Formats a line of a file, which must not be wrapped when it is pasted. */
function fileLineRows(line: string, style: RenderOptions): Row[] {
  const text = printableLine(line);
  if (fitsRow(text, style)) return [[space(gutter), { text }]];
  return wideWord(text, style).map((piece) => [{ text: piece }]);
}

/** Wraps a line into rows. A line that is a URL can be copied in one piece. */
export function lineRows(line: string, { style, prefix = noRail }: Manner): Row[] {
  if (line === "") return [prefix.rest];
  return isAddress(line) ? linkRows(line, style) : textRows(line, { style, prefix });
}

export function isAddress(line: string): boolean {
  return /^https?:\/\/\S+$/.test(line);
}

/** Returns names and their text in two columns, or in one column if there is not enough room. */
export function factRows(
  facts: readonly { readonly name: string; readonly text: string }[],
  { style, prefix = noRail }: Manner,
): Row[] {
  const names = facts.map(({ name }) => printableLine(name));
  const column = Math.max(0, ...names.map(textWidth)) + 2;
  const isNarrow = !hasColumns(style) || column > style.width / 3;
  return facts.flatMap(({ text }, index) => {
    const name = names[index] ?? "";
    if (isNarrow) return namedRows(name, printableLine(text), { style, prefix: hanging(prefix) });
    const head: Span[] = [
      { text: name.padEnd(name.length + column - textWidth(name)), tone: "strong" },
    ];
    return textRows(printable(text), { style, prefix: behind(prefix, head) });
  });
}

/**
 * Returns the rows of text that starts with a name. The name has the same tone as in a separate
 * column.
 */
function namedRows(name: string, text: string, { style, prefix = noRail }: Manner): Row[] {
  const [first, ...rest] = textRows(`${name}: ${text}`, { style, prefix });
  const line = first?.at(-1)?.text ?? "";
  // If the name was wrapped, its tone is not changed.
  if (!first || !line.startsWith(`${name}:`)) return [...(first ? [first] : []), ...rest];
  const spans: Span[] = [
    { text: `${name}:`, tone: "strong" },
    { text: line.slice(name.length + 1) },
  ];
  return [[...first.slice(0, -1), ...spans], ...rest];
}

/** Indents further rows by two more columns, to separate them from the next text. */
export function hanging({ first, rest }: RowPrefix): RowPrefix {
  return { first, rest: [...rest, space(2)] };
}
