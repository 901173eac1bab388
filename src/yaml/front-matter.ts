/** A Markdown file's front matter and body. */
export interface FrontMatter {
  readonly yaml: string;
  /** Offset of the front matter in the text. */
  readonly yamlStart: number;
  /** The text below the closing fence. */
  readonly body: string;
}

/** The fence lines that enclose front matter. */
export interface Fences {
  readonly opening: RegExp;
  /** Matches at the start of a line; must have the `g` flag. */
  readonly closing: RegExp;
}

/** Returns the parts of a Markdown file, or states which fence is missing. */
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

/** White space as Go defines it: includes U+0085 (next line), excludes the byte order mark. */
const space = String.raw`[\t\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*`;
const agenticFences: Fences = {
  opening: new RegExp(`^${space}---${space}\\n`),
  closing: new RegExp(`(?<=\\n)${space}---${space}(?:\\n|$)`, "g"),
};

/**
 * Splits a Markdown file as the agentic workflow compiler does. A fence is a line that contains
 * only three dashes and white space, and a no-break space counts as white space.
 * @param text with LF line ends
 * @returns undefined if there is no front matter
 */
export function splitAgentic(text: string): FrontMatter | undefined {
  const parts = splitFrontMatter(text, agenticFences);
  if (typeof parts === "string") return undefined;
  return { ...parts, yaml: parts.yaml.replaceAll("\u00a0", " ") };
}
