/** A Markdown file's front matter, and what stands below it. */
export interface FrontMatter {
  /** With an empty line for the fence, so that the lines have the numbers that they have in the file. */
  readonly yaml: string;
  readonly body: string;
}

/** White space as the compiler's language has it: with a next-line sign, and without a byte order mark. */
const space = String.raw`[\t-\r\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*`;
const fence = new RegExp(`^${space}---${space}$`);
/** More or less a fence, to whoever reads it. */
const fenceLike = /^[\s\p{C}]*---(?!-)/u;

/**
 * Splits a Markdown file as the compiler of agentic workflows does: a fence is a line of which three dashes are all but
 * white space, and a no-break space is a space.
 * @returns "none" for a text without; "broken" where it begins like one and the compiler would see none, or fail
 */
export function splitFrontMatter(text: string): FrontMatter | "none" | "broken" {
  const lines = text.split("\n");
  const end = lines.findIndex((line, index) => index > 0 && isFence(line));
  if (isFence(lines[0] ?? "") && end > 0) {
    const inner = lines.slice(1, end).join("\n").replaceAll("\u00a0", " ");
    return { yaml: `\n${inner}\n`, body: lines.slice(end + 1).join("\n") };
  }
  return fenceLike.test(text) ? "broken" : "none";
}

function isFence(line: string): boolean {
  return fence.test(line);
}
