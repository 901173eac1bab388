/**
 * Regular expression (flag `u`) for characters that are not shown: control characters except white
 * space, invisible characters, characters that change the reading order, and Unicode line breaks. A
 * repository's name may contain any of them.
 */
export const unshown = String.raw`[^\P{Cc}\t\n\r]|[\p{Cf}\u2028\u2029]`;

/**
 * Regular expression for terminal control sequences: colors, cursor movements, titles and links up
 * to their end, and character sets. For any other sequence, it matches only the escape character,
 * because the following letter may be part of a word.
 */
export const sequence = String.raw`\x1b\[[0-?]*[ -\/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-2A-Z]|\x1b[78=>]`;
const steering = new RegExp(sequence, "g");
const unprintable = new RegExp(unshown, "gu");

/** Makes any text safe to show: it can neither move the cursor nor hide its content. */
export function printable(text: string): string {
  return text
    .replaceAll(steering, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\t", "  ")
    .replaceAll(unprintable, "");
}

/**
 * Makes text safe to show on a single line, so that a line break in a name cannot forge a second
 * line.
 */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", " ");
}

/**
 * Start of a command in a runner's older syntax, at any position in a line: GitHub's `##[` or Azure
 * Pipelines' `##vso[`.
 */
export const olderCommands = /##(?=(?:vso)?\[)/g;

/**
 * Prevents a runner from executing lines in a run's log as commands, in GitHub Actions and Azure
 * Pipelines. White space can precede such a command. A runner also ignores certain characters
 * between the two colons that end a command's name.
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function withoutCommands(lines: string): string {
  return lines
    .replaceAll(/^([^\S\r\n\u2028\u2029]*):(?=:.*:.*:)/gm, "$1: ")
    .replaceAll(olderCommands, "## ");
}

/**
 * Prints text for people. JSON and other output for programs must not be printed with this
 * function.
 */
export function printText(
  text: string,
  stream: Pick<NodeJS.WriteStream, "write"> = process.stdout,
): void {
  stream.write(withoutCommands(printable(text)));
}
