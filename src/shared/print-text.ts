import { stripVTControlCharacters } from "node:util";

/**
 * Characters that are not shown, for a regular expression with `u`: of control, but for white space; those that are invisible
 * or turn the reading order around; and the line breaks of Unicode. A repository's name may hold any of them.
 */
export const unshown = String.raw`[^\P{Cc}\t\n\r]|[\p{Cf}\u2028\u2029]`;
const unprintable = new RegExp(unshown, "gu");

/** Text from anywhere, made safe to show: it can neither move the cursor nor hide what it says. */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\t", "  ")
    .replaceAll(unprintable, "");
}

/** The same for what is one line: a line break in a name cannot forge the line after it. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", " ");
}

/**
 * The same lines, none of which a runner takes for a command of its own in the log of a run: forge's and pipeline service's,
 * whichever of them runs this. White space of any kind may stand before one.
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function withoutCommands(lines: string): string {
  return lines.replaceAll(/^([^\S\n]*):(?=:.*::)/gm, "$1: ").replaceAll(/##(?=(?:vso)?\[)/g, "## ");
}

/** Prints what is for a person to read. JSON, and what another program asked for, is written as it is. */
export function printText(
  text: string,
  stream: Pick<NodeJS.WriteStream, "write"> = process.stdout,
): void {
  stream.write(withoutCommands(printable(text)));
}
