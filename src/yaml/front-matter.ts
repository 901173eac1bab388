/** A Markdown file's front matter and body. Offsets are of the text that was split. */
export interface FrontMatter {
  readonly yaml: string;
  readonly yamlStart: number;
  /** Everything below the closing fence. */
  readonly body: string;
}

/** The lines between which a front matter is. */
export interface Fences {
  readonly opening: RegExp;
  /** Sticks to a line's start, with the flags `gm`. */
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
