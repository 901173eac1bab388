import { createHash } from "node:crypto";

const heredoc = /<<'(END\w*)'/;
/** What a person still reads line by line. */
const mostLines = 12;
/** A command that is longer is read option by option. */
const longest = 100;

/**
 * A pipeline as a person reads what changes in it: the programs that its scripts carry are a line each, and a long command has
 * a line for each of its options. Another program is another line: its hash stands there.
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
    const hash = digestOf(rest.slice(0, length).join("\n"));
    shown.push(`${indentOf(line)}(${length} more lines, ${hash})`);
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

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function indentOf(line: string): string {
  return /^ */.exec(line)?.[0] ?? "";
}
