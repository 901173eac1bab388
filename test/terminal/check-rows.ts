import { textWidth } from "../../src/terminal/wrap-text.ts";
import type { Row } from "../../src/terminal/rows.ts";
import { printable } from "../../src/shared/print-text.ts";

interface Rules {
  readonly width: number;
  /** Each stands whole in some row. */
  readonly words: readonly string[];
  /** What may be dim although it has words. */
  readonly quiet?: (text: string, row: string) => boolean;
}

/** Words that fit into the narrowest column, so that nothing has to break them. */
const longestWord = 18;

export function wordsOf(text: string): string[] {
  return printable(text)
    .split(/\s+/)
    .filter((word) => word !== "" && textWidth(word) <= longestWord);
}

/** Lines that are over, words that are broken, facts in dim, and sentences in colour. */
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
