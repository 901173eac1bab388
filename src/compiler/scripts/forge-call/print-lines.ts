/** How a line begins that the pipeline service obeys. In pieces: it obeys this text, too, where it is shown. */
const command = ["##", "vso["].join("");

/** What others wrote, fit to stand within a line of ours: it commands nothing and is short; what may be a credential is left out. */
export function cleanText(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]+/g, " ").replace(/#{2,}/g, "#");
  const harmless = plain
    .replace(/[\w.~+/=-]{40,}/g, "[...]")
    .replaceAll('"', "'")
    .trim();
  return harmless.length > 200 ? `${harmless.slice(0, 200)}...` : harmless;
}

/** A variable for the later steps of this job, which the service masks from here on. */
export function secretVariableLine(name: string, value: string): string {
  return `${command}task.setvariable variable=${name};issecret=true]${escapeText(value)}`;
}

export function issueLine(type: "error" | "warning", sentence: string): string {
  return `${command}task.logissue type=${type}]${escapeText(sentence)}`;
}

/** As the service turns it back: its own sign for "%" is %AZP25. */
function escapeText(text: string): string {
  return text.replaceAll("%", "%AZP25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
