/** A command line in the documentation. */
export interface ShownLine {
  readonly command: string;
  /** Description beside the command line. */
  readonly says: string | undefined;
}

/**
 * Returns the command lines of a page's `sh` blocks, including those within a list. The text after
 * ` # ` is the description. A line that ends in a backslash continues in the next one.
 */
export function readShellBlocks(page: string): ShownLine[] {
  const blocks = [...page.matchAll(/^( *)```sh\n([^]*?)^\1```$/gm)].map(([, , text = ""]) => text);
  return blocks.flatMap((text) => readLines(text.replace(/\s*\\\n\s*/g, " "), /\s+#\s+/));
}

/** Returns the examples of a help. The text after two spaces is the description. */
export function readHelpExamples(help: string): ShownLine[] {
  const lines = [...help.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line = ""]) => line);
  return readLines(lines.join("\n"), /\s{2,}/);
}

/** Groups the lines by command, with all descriptions of each one, in order. */
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
