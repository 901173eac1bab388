import { paintRows, printingOn } from "../terminal/paint.ts";
import { commandRows } from "../terminal/rows.ts";
import { textWidth, wrapText } from "../terminal/wrap-text.ts";
import { withoutCommands } from "../shared/print-text.ts";
import type { Print } from "./plain-lines.ts";

type LineOutput = Pick<NodeJS.WriteStream, "write"> & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/**
 * Creates a function that prints lines and wraps them between words to the current terminal width.
 * Links and commands are not wrapped.
 */
export function createPrint(output: LineOutput, env: NodeJS.ProcessEnv): Print {
  return (line, unbroken) => {
    const printing = printingOn(output, env);
    const { width } = printing.style;
    if (unbroken === undefined) return writeLines(output, wrapText(line, width));
    if (textWidth(line) <= width) return writeLines(output, [line]);
    // A link or command that is too wide starts at the left edge. The terminal wraps a link. A
    // command continues on the next line in shell syntax.
    const word = line.trim();
    const rows = unbroken === "link" ? [[{ text: word }]] : commandRows(word, printing.style);
    output.write(paintRows(rows, { hasColour: false }));
  };
}

/**
 * Prints all rows of a prompt except the last, after which the operator types the answer.
 * @returns the last row
 */
export function printPrompt(title: string, output: LineOutput, env: NodeJS.ProcessEnv): string {
  const { style } = printingOn(output, env);
  const rows = wrapText(title, style.width - 1);
  const last = rows.pop() ?? "";
  writeLines(output, rows);
  return last;
}

/** A wrapped line can start with text that a CI runner would interpret as a command. */
function writeLines(output: LineOutput, lines: readonly string[]): void {
  output.write(lines.map((line) => `${withoutCommands(line)}\n`).join(""));
}
