/**
 * Prefix of a logging command. The text is split because Azure Pipelines would execute the command
 * if this source were printed.
 */
const command = ["##", "vso["].join("");

/**
 * Makes untrusted text safe to print within a line: removes commands and possible credentials, and
 * limits its length.
 */
export function cleanText(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]+/g, " ").replace(/#{2,}/g, "#");
  const harmless = plain
    .replace(/[\w.~+/=-]{40,}/g, "[...]")
    .replaceAll('"', "'")
    .trim();
  return harmless.length > 200 ? `${harmless.slice(0, 200)}...` : harmless;
}

/**
 * Returns a line that sets a variable for later steps of the job. From then on, Azure Pipelines
 * masks its value.
 */
export function secretVariableLine(name: string, value: string): string {
  return `${command}task.setvariable variable=${name};issecret=true]${escapeText(value)}`;
}

export function issueLine(type: "error" | "warning", sentence: string): string {
  return `${command}task.logissue type=${type}]${escapeText(sentence)}`;
}

/** Escapes text for a logging command. Azure Pipelines decodes %AZP25 to "%". */
function escapeText(text: string): string {
  return text.replaceAll("%", "%AZP25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
