import stringWidth from "fast-string-width";
import { printable } from "../shared/print-text.ts";

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the graphemes of a text. Creates the segmenter on demand, because this takes 20 ms and
 * few texts need it.
 */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}

/**
 * Matches ASCII characters, gatehouse's own symbols, and typographic punctuation, all of which are
 * one column wide.
 */
const isNarrow = /^[ -~·…–“”’›✔✖●○•■□│┃━─↑→↓\u2800-\u28ff]*$/;

/** Returns the width of text in terminal columns. */
export function textWidth(text: string): number {
  // Fast path for text with one column per character. Drawing a screen measures thousands of
  // strings.
  return isNarrow.test(text) ? text.length : stringWidth(text);
}

/**
 * Breaks text at spaces into lines of at most `width` columns, without omitting anything. A word
 * wider than a line, such as a URL, continues on the next line. Continuation lines keep the
 * indentation of the first line.
 */
export function wrapText(text: string, width: number): string[] {
  return keepButtons(printable(text))
    .split("\n")
    .flatMap((line) => wrapLine(line, Math.max(1, width)))
    .map((line) => line.replaceAll(noBreak, " "));
}

/** A space at which `wrapText` does not break a line; it is returned as a normal space. */
export const noBreak = "\u00a0";

/**
 * Keeps the label of a button such as `[ Create App ]` on one line, so that it is easy to
 * recognize.
 */
function keepButtons(text: string): string {
  return text.replaceAll(/\[ [^\]\n]{1,24} \]\S?/g, (button) => button.replaceAll(" ", noBreak));
}

function wrapLine(line: string, width: number): string[] {
  if (textWidth(line) <= width) return [line.trimEnd()];
  const prefix = leadingSpaceOf(line, width);
  const indent = " ".repeat(prefix.length);
  const lines: string[] = [];
  let current = prefix;
  let isEmpty = true;
  for (const word of line.slice(prefix.length).trim().split(/ +/)) {
    if (!isEmpty && textWidth(`${current} ${word}`) > width) {
      lines.push(current);
      current = indent;
      isEmpty = true;
    }
    const pieces = breakWord(word, width - textWidth(current) - (isEmpty ? 0 : 1));
    for (const piece of pieces.slice(0, -1)) {
      lines.push(current + piece);
      current = indent;
    }
    current += (isEmpty ? "" : " ") + (pieces.at(-1) ?? "");
    isEmpty = false;
  }
  return [...lines, current];
}

/**
 * Returns the indentation of continuation lines, which is that of the first line plus its bullet,
 * sign or number.
 */
function leadingSpaceOf(line: string, width: number): string {
  const prefix = /^ *(?:[-+*•] +|\d+\. |\d+ {2})?/.exec(line)?.[0] ?? "";
  return prefix.length * 2 < width ? prefix : "";
}

/**
 * Breaks a word into pieces of at most `width` columns, never inside a character. Prefers a break
 * after one of `/-_.,:=&?` in the second half of a piece.
 */
function breakWord(word: string, width: number): string[] {
  return cutWord(word, width, { findsJoints: true });
}

/** Cuts a word into pieces of `width` columns as a terminal does, but never inside a character. */
export function cutWord(word: string, width: number, { findsJoints = false } = {}): string[] {
  const room = Math.max(1, width);
  if (textWidth(word) <= room) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of graphemesOf(word)) {
    if (piece && textWidth(piece + segment) > room) {
      const end = findsJoints ? lastJoint(piece) : piece.length;
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
    }
    piece += segment;
  }
  return [...pieces, piece];
}

function lastJoint(piece: string): number {
  const joint = /.*[-/_.,:=&?]/s.exec(piece)?.[0].length ?? 0;
  return joint > piece.length / 2 ? joint : piece.length;
}
