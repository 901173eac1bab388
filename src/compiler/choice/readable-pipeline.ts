const heredoc = /<<'(END_\w+)'/;
/** What a person still reads line by line. */
const mostLines = 12;
/** A command that is longer is read option by option. */
const longest = 100;

/**
 * A pipeline as a person reads what changes in it: the programs that its scripts carry are a line each, and a long command has
 * a line for each of its options. The word that ends a program has a hash of it: another program is another line.
 */
export function readablePipeline(pipeline: string): string {
  const shown: string[] = [];
  const lines = pipeline.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    shown.push(...breakCommand(line));
    const end = heredoc.exec(line)?.[1];
    const rest = end === undefined ? [] : lines.slice(at + 1);
    const length = rest.findIndex((one) => one.trim() === end);
    if (length <= mostLines) continue;
    shown.push(`${indentOf(line)}(${length} more lines)`);
    at += length;
  }
  return shown.join("\n");
}

function breakCommand(line: string): readonly string[] {
  if (line.length <= longest) return [line];
  const indent = indentOf(line);
  const [command = "", ...options] = line.split(/ (?=--[a-z]|-- |2>&1)/);
  return [command, ...options.map((option) => `${indent}  ${option}`)];
}

function indentOf(line: string): string {
  return /^ */.exec(line)?.[0] ?? "";
}
