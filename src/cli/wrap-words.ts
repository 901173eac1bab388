/** Renders a term and its summary as rows. The summary starts at a fixed column. */
export function summaryRows(
  term: string,
  summary: string,
  { column, width }: { readonly column: number; readonly width: number },
): string[] {
  const [first = "", ...rest] = wrapWords(summary, width - column);
  return [`  ${term}`.padEnd(column) + first, ...rest.map((line) => " ".repeat(column) + line)];
}

/**
 * Wraps gatehouse's own text. Its characters are all one column wide, so no width table is needed.
 */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
