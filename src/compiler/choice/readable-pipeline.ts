import { createHash } from "node:crypto";

const heredoc = /<<'(END\w*)'/;
/** Longest script, in lines, that is shown in full. */
const mostLines = 12;
/** Length in characters above which a command is split into its options. */
const longest = 100;

/**
 * Returns a pipeline in a form in which changes are easy to review. Each embedded program becomes
 * one line with its hash, so that a changed program is visible. Each option of a long command gets
 * its own line.
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
