import { textWidth } from "../../src/terminal/wrap-text.ts";
import type { Row } from "../../src/terminal/rows.ts";
import { printable } from "../../src/shared/print-text.ts";

interface Rules {
  readonly width: number;
  /** Words that must be unbroken in some row. */
  readonly words: readonly string[];
  /** Returns whether a text can be dim although it contains words. */
  readonly quiet?: (text: string, row: string) => boolean;
}

/** Maximum length of words that fit into the narrowest column, so that nothing must break them. */
const longestWord = 18;

export function wordsOf(text: string): string[] {
  return printable(text)
    .split(/\s+/)
    .filter((word) => word !== "" && textWidth(word) <= longestWord);
}

/** Returns faults: long lines, broken words, dim facts, and colored sentences. */
export function findFaults(
  rows: readonly Row[],
  { width, words, quiet = () => false }: Rules,
): string[] {
  const lines = rows.map((row) => row.map(({ text }) => text).join(""));
  const text = lines.join("\n");
  return [
    ...lines.filter((line) => textWidth(line) > width).map((line) => `over ${width}: ${line}`),
    ...words.filter((word) => !text.includes(word)).map((word) => `broken: ${word}`),
    ...rows.flatMap((row, index) =>
      row
        .filter((span) => span.tone === "quiet" && /\w{2}/.test(span.text))
        .filter((span) => !quiet(span.text, lines[index] ?? ""))
        .map((span) => `dim: ${span.text}`),
    ),
    ...rows.flatMap((row) =>
      row
        .filter(({ tone }) => ["good", "active", "warning", "bad"].includes(tone ?? ""))
        .filter((span) => textWidth(span.text.trim()) > 1)
        .map((span) => `coloured: ${span.text}`),
    ),
  ];
}
