import { describe, expect, test } from "vitest";
import type { RenderOptions } from "../../src/terminal/render-options.ts";
import type { Draw } from "../../src/terminal/paint.ts";
import type { Row } from "../../src/terminal/rows.ts";
import { gutter } from "../../src/terminal/rows.ts";
import { textWidth } from "../../src/terminal/wrap-text.ts";
import { linesOf, checkOf } from "./render-options.ts";

const columnsOfTerminals = [40, 64, 80, 120, 200];

/** Creates options for output on a terminal of this width. */
function printOptions(columns: number): RenderOptions {
  return { ...checkOf(columns), isPrinted: true };
}

/** Returns the printed lines at this width. */
export function printed(draw: Draw, columns = 80): string {
  return linesOf(draw(printOptions(columns))).join("\n");
}

/** Registers tests that check the output against the rules for screens, at every width. */
export function describeWidths(what: string, draw: Draw): void {
  describe.each(columnsOfTerminals)(`${what} in %i columns`, (columns) => {
    test("no line is too long, no word is broken, and only marks are colored", () => {
      expect(findFaults(draw, columns)).toEqual([]);
    });
  });
}

/** Returns the faults of an output at one width, a sentence each. */
function findFaults(draw: Draw, columns: number): string[] {
  const style = printOptions(columns);
  const rows = draw(style);
  const words = new Set(wordsOf(draw({ ...style, width: 10_000 })));
  return [
    ...rows.flatMap((row) => [...findWide(row, style), ...findColour(row)]),
    ...wordsOf(rows)
      .filter((word) => !words.has(word) && !isPiece(word, words, style))
      .map((word) => `broken: ${word}`),
    ...[...words].filter((word) => !isPrintedIn(rows, word)).map((word) => `left out: ${word}`),
  ];
}

/**
 * Returns the words of rows. Names end in a colon without columns; a rail, and the joints of a
 * command, are not words.
 */
function wordsOf(rows: readonly Row[]): string[] {
  return linesOf(rows)
    .flatMap((line) => line.split(/\s+/))
    .map((word) => word.replace(/:$/, ""))
    .filter((word) => word.length > 1);
}

/**
 * Returns whether a part of a word is acceptable: a word too long for a row may be broken, or
 * wrapped by the terminal.
 */
function isPiece(word: string, words: ReadonlySet<string>, { width }: RenderOptions): boolean {
  const isWide = (other: string) => textWidth(other) > width / 2.5 - gutter;
  return [...words].some((other) => isWide(other) && other.includes(word));
}

function isPrintedIn(rows: readonly Row[], word: string): boolean {
  const text = linesOf(rows).join(" ");
  return text.includes(word) || text.replaceAll(/\s+/g, "").includes(word) || isHead(word);
}

/** Returns whether a word is a column heading, which exists only in a layout with columns. */
function isHead(word: string): boolean {
  return /^[A-Z]{2,},?$/.test(word);
}

function findWide(row: Row, { width }: RenderOptions): string[] {
  const [line = ""] = linesOf([row]);
  const isOneWord = !line.includes(" ");
  return textWidth(line) <= width || isOneWord ? [] : [`over: ${line}`];
}

const coloured = ["good", "active", "warning", "bad", "quiet"];

function findColour(row: Row): string[] {
  let column = 0;
  return row.flatMap(({ text, tone = "plain" }) => {
    const start = column;
    column += textWidth(text);
    const isMark = start === 1 && textWidth(text) === 1;
    return !coloured.includes(tone) || isMark ? [] : [`${tone}: ${text}`];
  });
}
