/*
 * The man macros, in the part that groff and mandoc have in common.
 */

/** Text that stays what it is: no sign of it is a command, and a hyphen can be copied. */
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

/** A term, and what it is. */
export function item(term: string, text: string): string[] {
  return [".TP", term, roff(text)];
}

/** Lines as they stand, for whoever copies them. */
export function verbatim(lines: readonly string[]): string[] {
  return [".RS 2", ".nf", ...lines.map(roff), ".fi", ".RE"];
}
