/** A Markdown file's front matter and body. */
export interface FrontMatter {
  readonly yaml: string;
  /** Offset of the front matter in the text. */
  readonly yamlStart: number;
  /** Everything below the closing fence. */
  readonly body: string;
}

/** The lines between which a front matter is. */
export interface Fences {
  readonly opening: RegExp;
  /** Begins at a line's start, and has the flag `g`. */
  readonly closing: RegExp;
}

/** Returns the parts of a Markdown file, or the fence that is missing. */
export function splitFrontMatter(
  text: string,
  { opening, closing }: Fences,
): FrontMatter | "no opening" | "no closing" {
  const open = opening.exec(text);
  if (!open) return "no opening";
  const yamlStart = open[0].length;
  const close = new RegExp(closing);
  close.lastIndex = yamlStart;
  const end = close.exec(text);
  if (!end) return "no closing";
  return {
    yaml: text.slice(yamlStart, end.index),
    yamlStart,
    body: text.slice(close.lastIndex),
  };
}

/** White space as the compiler's language has it: with a next-line sign, and without a byte order mark. */
const space = String.raw`[\t\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*`;
const agenticFences: Fences = {
  opening: new RegExp(`^${space}---${space}\\n`),
  closing: new RegExp(`(?<=\\n)${space}---${space}(?:\\n|$)`, "g"),
};

/**
 * Splits a Markdown file as the compiler of agentic workflows does: a fence is a line of which three dashes are all but
 * white space, and a no-break space is a space.
 * @param text with plain line ends
 * @returns undefined for a text without a front matter
 */
export function splitAgentic(text: string): FrontMatter | undefined {
  const parts = splitFrontMatter(text, agenticFences);
  if (typeof parts === "string") return undefined;
  return { ...parts, yaml: parts.yaml.replaceAll("\u00a0", " ") };
}
