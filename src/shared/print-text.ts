/**
 * Characters that are not shown, for a regular expression with `u`: of control, but for white space; those that are invisible
 * or turn the reading order around; and the line breaks of Unicode. A repository's name may hold any of them.
 */
export const unshown = String.raw`[^\P{Cc}\t\n\r]|[\p{Cf}\u2028\u2029]`;

/**
 * What steers a terminal, for a regular expression: colours and movements, titles and links up to their end, character sets. Of
 * any other the sign alone goes that it begins with, as a letter that belongs to a word may come after it.
 */
export const sequence = String.raw`\x1b\[[0-?]*[ -\/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-2A-Z]|\x1b[78=>]`;
const steering = new RegExp(sequence, "g");
const unprintable = new RegExp(unshown, "gu");

/** Text from anywhere, made safe to show: it can neither move the cursor nor hide what it says. */
export function printable(text: string): string {
  return text
    .replaceAll(steering, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\t", "  ")
    .replaceAll(unprintable, "");
}

/** The same for what is one line: a line break in a name cannot forge the line after it. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", " ");
}

/** Where a runner's older commands begin, anywhere in a line: the forge's `##[`, the pipeline service's `##vso[`. */
export const olderCommands = /##(?=(?:vso)?\[)/g;

/**
 * The same lines, none of which a runner takes for a command of its own in the log of a run: forge's and pipeline service's,
 * whichever of them runs this. White space of any kind may stand before one, and to a runner signs that its language does not
 * weigh may part the two colons that end its name.
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function withoutCommands(lines: string): string {
  return lines
    .replaceAll(/^([^\S\r\n\u2028\u2029]*):(?=:.*:.*:)/gm, "$1: ")
    .replaceAll(olderCommands, "## ");
}

/** Prints what is for a person to read. JSON, and what another program asked for, is written as it is. */
export function printText(
  text: string,
  stream: Pick<NodeJS.WriteStream, "write"> = process.stdout,
): void {
  stream.write(withoutCommands(printable(text)));
}
