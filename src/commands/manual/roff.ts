/* The subset of the man macros that both groff and mandoc support. */

/** Escapes text so that no character is interpreted as a command, and hyphens can be copied. */
export function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replaceAll("`", "\\(ga")
    .replaceAll("^", "\\(ha")
    .replaceAll("~", "\\(ti")
    .replaceAll(/^\./gm, "\\&.");
}

export function bold(text: string): string {
  return `\\fB${roff(text)}\\fR`;
}

export function italic(text: string): string {
  return `\\fI${roff(text)}\\fR`;
}

export function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`.SH ${title}`, ...lines];
}

/** Formats a term and its definition. */
export function item(term: string, text: string): string[] {
  return [".TP", term, roff(text)];
}

/** Formats lines unchanged, so that they can be copied. */
export function verbatim(lines: readonly string[]): string[] {
  return [".RS 2", ".nf", ...lines.map(roff), ".fi", ".RE"];
}
