/** A command line that a reader is shown. */
export interface ShownLine {
  readonly command: string;
  /** What stands beside it: what the command does, as its reader is told. */
  readonly says: string | undefined;
}

/**
 * The command lines of a page's `sh` blocks, also of those within a list. What stands behind ` # ` is beside them; a line
 * that ends in a backslash goes on in the next one.
 */
export function readShellBlocks(page: string): ShownLine[] {
  const blocks = [...page.matchAll(/^( *)```sh\n([^]*?)^\1```$/gm)].map(([, , text = ""]) => text);
  return blocks.flatMap((text) => readLines(text.replace(/\s*\\\n\s*/g, " "), /\s+#\s+/));
}

/** The examples of a help. What stands behind two spaces is beside them. */
export function readHelpExamples(help: string): ShownLine[] {
  const lines = [...help.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line = ""]) => line);
  return readLines(lines.join("\n"), /\s{2,}/);
}

/** Each command once, with all that is said beside it, in order. */
export function gather(lines: readonly ShownLine[]): Record<string, string[]> {
  const gathered: Record<string, string[]> = {};
  for (const { command, says } of lines) {
    const all = (gathered[command] ??= []);
    if (says !== undefined && !all.includes(says)) all.push(says);
  }
  for (const all of Object.values(gathered)) all.sort();
  return gathered;
}

function readLines(text: string, beside: RegExp): ShownLine[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [command = "", says] = line.split(beside);
      return { command: command.trim(), says: says?.trim() };
    });
}
