import { printable, printableLine } from "../shared/print-text.ts";
import type { Hint } from "../shared/errors.ts";
import type { MarkState } from "../shared/marks.ts";
import { hasColumns, markTones, spell, type Look, type Tone } from "./render-options.ts";
import { cutWord, textWidth, wrapText } from "./wrap-text.ts";

/** A piece of a line, with what it means. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** Where the terminal leads when the piece is clicked. */
  readonly link?: string;
}

/** Exactly one line of the terminal: it is wrapped already and never wider than the look. */
export type Row = readonly Span[];

/** What stands in the first three columns: of a text's first row, and of those below it. */
export interface Lead {
  readonly first: readonly Span[];
  readonly rest: readonly Span[];
}

/** Columns before the text: an empty one, a mark or the rail, an empty one. */
export const gutter = 3;

export function space(width: number): Span {
  return { text: " ".repeat(width) };
}

const empty: readonly Span[] = [space(gutter)];

/** Nothing but room, where the rail is not. */
export const noRail: Lead = { first: empty, rest: empty };

function sign(text: string, tone: Tone): readonly Span[] {
  return [{ text: " " }, { text, tone }, space(Math.max(1, gutter - 1 - textWidth(text)))];
}

export type RailTone = "quiet" | "active" | "warning" | "bad";

/** The rail, heavy beside what has to be read first and what cannot be undone. */
export function rail({ signs }: Look, tone: RailTone): Lead {
  const isHeavy = tone === "warning" || tone === "bad";
  const line = sign(isHeavy ? signs.heavyRail : signs.rail, tone);
  return { first: line, rest: line };
}

/** A mark, and below it what the text goes on beside. */
export function marked({ signs }: Look, state: MarkState, below: Lead = noRail): Lead {
  return { first: sign(signs[state], markTones[state]), rest: below.rest };
}

export function indented({ first, rest }: Lead, width: number): Lead {
  return { first: [...first, space(width)], rest: [...rest, space(width)] };
}

/** What the first row of a text has besides its lead; the rows below have room of that width. */
export function behind({ first, rest }: Lead, spans: readonly Span[]): Lead {
  return { first: [...first, ...spans], rest: [...rest, space(widthOf(spans))] };
}

export function widthOf(row: Row): number {
  return row.reduce((width, { text }) => width + textWidth(text), 0);
}

/** Without room at its end, which would be copied. */
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

/** Wraps text into rows behind a lead. */
export function textRows(text: string, { look, lead = noRail, tone = "plain" }: Manner): Row[] {
  const indent = widthOf(lead.rest);
  return wrapText(spell(text, look), look.width - indent).map((line, index) => [
    ...(index === 0 ? lead.first : lead.rest),
    ...(line === "" ? [] : [{ text: line, tone }]),
  ]);
}

/** A title with something short at the right edge, below it where there is no room for both. */
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
 * An address has rows of its own from the text's column on, and nothing beside it, so that a triple click takes it and
 * no more; one that is too wide starts at the edge and leaves nothing out.
 */
export function linkRows(address: string, look: Look): Row[] {
  const url = shownLink(address, look);
  const target = look.hasLinks ? { link: url } : {};
  if (fitsRow(url, look)) return [[space(gutter), { text: url, tone: "link", ...target }]];
  return wideWord(url, look).map((piece) => [{ text: piece, tone: "link", ...target }]);
}

/** Pieces as wide as a row; what is printed is left to the terminal, where a line that it wraps is copied as one. */
function wideWord(word: string, { width, isPrinted }: Look): string[] {
  return isPrinted ? [word] : cutWord(word, width);
}

/** A link as it is shown: itself where it fits into a row, or a short address that leads there. */
export function shownLink(address: string, look: Look): string {
  const whole = printableLine(address);
  return fitsRow(whole, look) ? whole : (look.shorten?.(whole) ?? whole);
}

function fitsRow(text: string, { width }: Look): boolean {
  return textWidth(text) + gutter <= width;
}

/** A command that takes several rows stays one command when it is pasted. */
export function commandRows(command: string, look: Look): Row[] {
  const words = printableLine(command);
  if (fitsRow(words, look)) return [[space(gutter), { text: words }]];
  const lines = wrapText(words, look.width - gutter - 2);
  // A word that is broken has to go on without a space: then the terminal may wrap it.
  if (lines.join(" ") !== words) return wideWord(words, look).map((text) => [{ text }]);
  return lines.map((line, index) => [
    space(gutter),
    { text: index < lines.length - 1 ? `${line} \\` : line },
  ]);
}

/** What a person can do next. */
export function hintRows(hint: Hint, { look, lead = noRail }: Manner): Row[] {
  const { say, command, link } = hint;
  const more = command !== undefined || link !== undefined;
  return [
    ...textRows(more ? `${say.replace(/[.:]$/, "")}:` : say, { look, lead }),
    ...(command === undefined ? [] : commandRows(command, look)),
    ...(link === undefined ? [] : linkRows(link, look)),
  ];
}

/** A line that is an address stays one that can be copied. */
export function lineRows(line: string, { look, lead = noRail }: Manner): Row[] {
  if (line === "") return [lead.rest];
  return isAddress(line) ? linkRows(line, look) : textRows(line, { look, lead });
}

export function isAddress(line: string): boolean {
  return /^https?:\/\/\S+$/.test(line);
}

/** Names and what they are, in two columns; one below the other where there is no room for two. */
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

/** The text behind its name, which leads as strong as in a column of its own. */
function namedRows(name: string, text: string, { look, lead = noRail }: Manner): Row[] {
  const [first, ...rest] = textRows(`${name}: ${text}`, { look, lead });
  const line = first?.at(-1)?.text ?? "";
  // A name that is wrapped itself stays as it is.
  if (!first || !line.startsWith(`${name}:`)) return [...(first ? [first] : []), ...rest];
  const spans: Span[] = [
    { text: `${name}:`, tone: "strong" },
    { text: line.slice(name.length + 1) },
  ];
  return [[...first.slice(0, -1), ...spans], ...rest];
}

/** What goes on in the rows below stands two columns further in: another text begins where the first did. */
export function hanging({ first, rest }: Lead): Lead {
  return { first, rest: [...rest, space(2)] };
}
