/** A section of the help text after the options, with an optional title. */
export interface NotePart {
  readonly title: string | undefined;
  readonly body: readonly Block[];
}

interface Block {
  /** `verbatim`: indented lines, such as examples and tables. */
  readonly kind: "text" | "verbatim";
  readonly lines: readonly string[];
}

const titleLine = /^([A-Z][\w ()]*):$/;

/**
 * Parses the help text after the options into titled sections, such as `Examples:`, and paragraphs.
 */
export function readNotes(notes: string): NotePart[] {
  const parts: { title: string | undefined; body: Block[] }[] = [];
  for (const paragraph of notes.split(/\n{2,}/).filter((text) => text.trim() !== "")) {
    const [first = "", ...rest] = paragraph.split("\n");
    // A sentence can also end with a colon, but only a title is followed by indented lines.
    const title = rest[0]?.startsWith("  ") ? titleLine.exec(first)?.[1] : undefined;
    const body = blocksOf(title === undefined ? [first, ...rest] : rest);
    const last = parts.at(-1);
    if (title !== undefined || !last || last.title !== undefined) parts.push({ title, body });
    else last.body.push(...body);
  }
  return parts;
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: { kind: Block["kind"]; lines: string[] }[] = [];
  for (const line of lines) {
    const kind = line.startsWith("  ") ? "verbatim" : "text";
    const text = line.replace(/^ {2}/, "");
    const last = blocks.at(-1);
    if (last?.kind === kind) last.lines.push(text);
    else blocks.push({ kind, lines: [text] });
  }
  return blocks;
}
