import { Box, Text } from "ink";
import { breakWord, textWidth, wrapText } from "../src/asking/wrap-text.ts";
import { printable } from "../src/shared/print-text.ts";
import type { Hint } from "../src/shared/errors.ts";
import { toneStyles, type Theme, type Tone } from "./theme.ts";

/** A piece of a line, with what it means. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** Where the terminal leads when the piece is clicked. */
  readonly link?: string;
}

/** Exactly one line of the terminal: it is wrapped already and never wider than the look. */
export type Row = readonly Span[];

export interface Look extends Theme {
  /** Columns that a row may take. */
  readonly width: number;
}

export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        // A row has no identity but its place on the screen.
        // oxlint-disable-next-line react/no-array-index-key
        <Text key={index} wrap="truncate">
          {row.length === 0 ? " " : row.map(paintSpan)}
        </Text>
      ))}
    </Box>
  );
}

function paintSpan({ text, tone = "plain", link }: Span, index: number) {
  return (
    <Text key={index} {...toneStyles[tone]}>
      {link === undefined ? text : `\u001b]8;;${link}\u0007${text}\u001b]8;;\u0007`}
    </Text>
  );
}

interface Place {
  readonly look: Look;
  readonly tone?: Tone;
  /** What the first line starts with, and the width of which the others are indented. */
  readonly lead?: readonly Span[];
}

/** Wraps text into rows behind a lead. */
export function textRows(text: string, { look, tone = "plain", lead = [space(3)] }: Place): Row[] {
  const indent = lead.reduce((width, span) => width + textWidth(span.text), 0);
  return wrapText(text, look.width - indent).map((line, index) => [
    ...(index === 0 ? lead : [space(indent)]),
    { text: line, tone },
  ]);
}

/** An address is always there to copy as a whole: one that is too wide starts at the edge and leaves nothing out. */
export function linkRows(address: string, look: Look): Row[] {
  const url = printable(address);
  const target = look.hasLinks ? { link: url } : {};
  const isWide = textWidth(url) + 3 > look.width;
  return breakWord(url, look.width).map((piece) => [
    ...(isWide ? [] : [space(3)]),
    { text: piece, tone: "link", ...target },
  ]);
}

/** A command that takes several rows stays one command when it is pasted. */
export function commandRows(command: string, look: Look): Row[] {
  const indent = 5;
  const lines = wrapText(command, look.width - indent - 2);
  const isBrokenAtSpaces = lines.join(" ") === printable(command);
  const joint = isBrokenAtSpaces ? " \\" : "";
  return lines.map((line, index) => [
    space(indent),
    { text: index < lines.length - 1 ? line + joint : line, tone: "command" },
  ]);
}

/** What a person can do next. */
export function hintRows(hint: Hint, look: Look): Row[] {
  const more = hint.command !== undefined || hint.link !== undefined;
  return [
    ...textRows(more ? `${hint.say}:` : hint.say, { look }),
    ...(hint.command === undefined ? [] : commandRows(hint.command, look)),
    ...(hint.link === undefined ? [] : linkRows(hint.link, look)),
  ];
}

export function space(width: number): Span {
  return { text: " ".repeat(width) };
}
