/** A command line that a reader is shown. */
export interface ShownLine {
  readonly command: string;
  /** What stands beside it: what the command does, as its reader is told. */
  readonly says: string | undefined;
}

/** The command lines of a page's `sh` blocks. What stands behind ` # ` is beside them. */
export function readShellBlocks(page: string): ShownLine[] {
  const blocks = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = ""]) => text);
  return blocks.flatMap((text) => readLines(text, /\s+#\s+/));
}

/** The examples of a help. What stands behind two spaces is beside them. */
export function readHelpExamples(help: string): ShownLine[] {
  const lines = [...help.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line = ""]) => line);
  return readLines(lines.join("\n"), /\s{2,}/);
}

/** Each command once, with all that is said beside it. A shown `npx gatehouse` is `gatehouse`. */
export function gather(lines: readonly ShownLine[]): Record<string, string[]> {
  const gathered: Record<string, string[]> = {};
  for (const { command, says } of lines) {
    const all = (gathered[command.replace(/^npx /, "")] ??= []);
    if (says !== undefined && !all.includes(says)) all.push(says);
  }
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
