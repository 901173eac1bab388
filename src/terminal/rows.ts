import { printable, printableLine } from "../shared/print-text.ts";
import type { Hint } from "../shared/errors.ts";
import type { MarkState } from "../shared/marks.ts";
import { hasColumns, markTones, spell, type Look, type Tone } from "./render-options.ts";
import { cutWord, textWidth, wrapText } from "./wrap-text.ts";

/** A part of a line, with its meaning. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** The URL that a click on the text opens. */
  readonly link?: string;
}

/** Exactly one line of the terminal, already wrapped to the width. */
export type Row = readonly Span[];

/** The first three columns: of a text's first row, and of its further rows. */
export interface Lead {
  readonly first: readonly Span[];
  readonly rest: readonly Span[];
}

/** Columns before the text: a space, a mark or the rail, a space. */
export const gutter = 3;

export function space(width: number): Span {
  return { text: " ".repeat(width) };
}

const empty: readonly Span[] = [space(gutter)];

/** An empty lead, for texts without a rail. */
export const noRail: Lead = { first: empty, rest: empty };

function sign(text: string, tone: Tone): readonly Span[] {
  return [{ text: " " }, { text, tone }, space(Math.max(1, gutter - 1 - textWidth(text)))];
}

export type RailTone = "quiet" | "active" | "warning" | "bad";

/** Returns the rail. It is heavy beside warnings and irreversible actions. */
export function rail({ signs }: Look, tone: RailTone): Lead {
  const isHeavy = tone === "warning" || tone === "bad";
  const line = sign(isHeavy ? signs.heavyRail : signs.rail, tone);
  return { first: line, rest: line };
}

/** Returns a mark for the first row, and another lead for the rows below. */
export function marked({ signs }: Look, state: MarkState, below: Lead = noRail): Lead {
  return { first: sign(signs[state], markTones[state]), rest: below.rest };
}

export function indented({ first, rest }: Lead, width: number): Lead {
  return { first: [...first, space(width)], rest: [...rest, space(width)] };
}

/** Adds texts to the lead of the first row, and equal space to the rows below. */
export function behind({ first, rest }: Lead, spans: readonly Span[]): Lead {
  return { first: [...first, ...spans], rest: [...rest, space(widthOf(spans))] };
}

export function widthOf(row: Row): number {
  return row.reduce((width, { text }) => width + textWidth(text), 0);
}

/** Removes trailing space, which would be copied. */
export function trimRow(row: Row): Row {
  const last = row.findLastIndex(({ text }) => text.trim() !== "");
  return row
    .slice(0, last + 1)
    .map((span, index) => (index === last ? { ...span, text: span.text.trimEnd() } : span));
}

interface Manner {
  readonly look: Look;
  readonly lead?: Lead;
  readonly tone?: Tone;
}

/** Wraps text into rows with a lead. */
export function textRows(text: string, { look, lead = noRail, tone = "plain" }: Manner): Row[] {
  const indent = widthOf(lead.rest);
  return wrapText(spell(text, look), look.width - indent).map((line, index) => [
    ...(index === 0 ? lead.first : lead.rest),
    ...(line === "" ? [] : [{ text: line, tone }]),
  ]);
}

/** Returns a title with a short text at the right edge, or below it if there is not enough room. */
export function headRows(title: string, beside: string, { look, lead = noRail }: Manner): Row[] {
  const right = spell(beside, look);
  const rows = textRows(title, { look, lead, tone: "strong" });
  if (right === "") return rows;
  const last = rows.at(-1) ?? [];
  const gap = look.width - widthOf(last) - textWidth(right);
  if (rows.length === 1 && gap >= 2 && hasColumns(look))
    return [[...last, space(gap), { text: right }]];
  return [...rows, ...textRows(right, { look, lead: { first: lead.rest, rest: lead.rest } })];
}

/**
 * Returns rows that contain only the URL, starting at the text's column, so that a triple click
 * selects exactly the URL. A URL that is too wide starts at the edge and is not truncated.
 */
export function linkRows(address: string, look: Look): Row[] {
  const url = shownLink(address, look);
  const target = look.hasLinks ? { link: url } : {};
  if (fitsRow(url, look)) return [[space(gutter), { text: url, tone: "link", ...target }]];
  return wideWord(url, look).map((piece) => [{ text: piece, tone: "link", ...target }]);
}

/**
 * Splits a word into pieces as wide as a row. Printed output is not split, because a line that the
 * terminal wraps is copied as one.
 */
function wideWord(word: string, { width, isPrinted }: Look): string[] {
  return isPrinted ? [word] : cutWord(word, width);
}

/** Returns a link if it fits in a row, or else a short URL that redirects to it. */
export function shownLink(address: string, look: Look): string {
  const whole = printableLine(address);
  return fitsRow(whole, look) ? whole : (look.shorten?.(whole) ?? whole);
}

function fitsRow(text: string, { width }: Look): boolean {
  return textWidth(text) + gutter <= width;
}

/** Formats a command so that it stays one command when pasted from several rows. */
export function commandRows(command: string, look: Look): Row[] {
  const words = printableLine(command);
  if (fitsRow(words, look)) return [[space(gutter), { text: words }]];
  const lines = wrapText(words, look.width - gutter - 2);
  // A broken word must continue without a space, so the terminal wraps it.
  if (lines.join(" ") !== words) return wideWord(words, look).map((text) => [{ text }]);
  return lines.map((line, index) => [
    space(gutter),
    { text: index < lines.length - 1 ? `${line} \\` : line },
  ]);
}

/** Returns the rows of a next step. */
export function hintRows(hint: Hint, { look, lead = noRail }: Manner): Row[] {
  const { say, command, link } = hint;
  const more = command !== undefined || link !== undefined;
  return [
    ...textRows(more ? `${say.replace(/[.:]$/, "")}:` : say, { look, lead }),
    ...(command === undefined ? [] : commandRows(command, look)),
    ...(link === undefined ? [] : linkRows(link, look)),
  ];
}

/** Returns the rows of a line. A line that is a URL can be copied as one. */
export function lineRows(line: string, { look, lead = noRail }: Manner): Row[] {
  if (line === "") return [lead.rest];
  return isAddress(line) ? linkRows(line, look) : textRows(line, { look, lead });
}

export function isAddress(line: string): boolean {
  return /^https?:\/\/\S+$/.test(line);
}

/** Returns names and texts in two columns, or one below the other if the terminal is too narrow. */
export function factRows(
  facts: readonly { readonly name: string; readonly text: string }[],
  { look, lead = noRail }: Manner,
): Row[] {
  const names = facts.map(({ name }) => printableLine(name));
  const column = Math.max(0, ...names.map(textWidth)) + 2;
  const isNarrow = !hasColumns(look) || column > look.width / 3;
  return facts.flatMap(({ text }, index) => {
    const name = names[index] ?? "";
    if (isNarrow) return namedRows(name, printableLine(text), { look, lead: hanging(lead) });
    const head: Span[] = [
      { text: name.padEnd(name.length + column - textWidth(name)), tone: "strong" },
    ];
    return textRows(printable(text), { look, lead: behind(lead, head) });
  });
}

/** Returns a text after its name, which is as strong as in a separate column. */
function namedRows(name: string, text: string, { look, lead = noRail }: Manner): Row[] {
  const [first, ...rest] = textRows(`${name}: ${text}`, { look, lead });
  const line = first?.at(-1)?.text ?? "";
  // A name that was wrapped stays as it is.
  if (!first || !line.startsWith(`${name}:`)) return [...(first ? [first] : []), ...rest];
  const spans: Span[] = [
    { text: `${name}:`, tone: "strong" },
    { text: line.slice(name.length + 1) },
  ];
  return [[...first.slice(0, -1), ...spans], ...rest];
}

/** Indents further rows by two more columns, to set them apart from the next text. */
export function hanging({ first, rest }: Lead): Lead {
  return { first, rest: [...rest, space(2)] };
}
