/** Rows of a term and its summary, which begins at a column: `  setup       make both Apps, …` */
export function summaryRows(
  term: string,
  summary: string,
  { column, width }: { readonly column: number; readonly width: number },
): string[] {
  const [first = "", ...rest] = wrapWords(summary, width - column);
  return [`  ${term}`.padEnd(column) + first, ...rest.map((line) => " ".repeat(column) + line)];
}

/** Wraps text of our own, whose characters are all one column wide: no table of widths is loaded for it. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => each.replaceAll("\u00a0", " "));
}
