const heredoc = /<<'(END_\w+)'/;
/** What a person still reads line by line. */
const mostLines = 12;

/**
 * A pipeline with the programs that its scripts carry folded to a line each. The word that ends one has a hash of it: another
 * program is another line.
 */
export function foldScripts(pipeline: string): string {
  const shown: string[] = [];
  const lines = pipeline.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    shown.push(line);
    const end = heredoc.exec(line)?.[1];
    const length =
      end === undefined ? 0 : lines.slice(at + 1).findIndex((one) => one.trim() === end);
    if (length <= mostLines) continue;
    const indent = /^ */.exec(line)?.[0] ?? "";
    shown.push(`${indent}(${length} more lines)`);
    at += length;
  }
  return shown.join("\n");
}
