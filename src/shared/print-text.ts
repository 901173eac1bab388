import { stripVTControlCharacters } from "node:util";

// Control characters; those that are invisible or turn the reading order around; and the line breaks of Unicode.
// A repository's name may hold any of them.
const unprintable = /[^\P{Cc}\n]|[\p{Cf}\u2028\u2029]/gu;

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

/** Prints what is for a person to read. JSON, and what another program asked for, is written as it is. */
export function printText(
  text: string,
  stream: Pick<NodeJS.WriteStream, "write"> = process.stdout,
): void {
  stream.write(printable(text));
}
