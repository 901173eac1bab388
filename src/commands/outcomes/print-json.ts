import { sayCommands } from "../../shared/say-commands.ts";

/** Prints one JSON document on standard output: what `--json` and `schema` promise. */
export function printJson(document: unknown): void {
  process.stdout.write(jsonText(document));
}

export function jsonText(document: unknown): string {
  return `${JSON.stringify(document, spellNext, 2)}\n`;
}

/** What is to be typed next is typed where the document was printed; all else in it is data. */
function spellNext(key: string, value: unknown): unknown {
  if (key === "command" && typeof value === "string") return sayCommands(value);
  if (key !== "next" || !Array.isArray(value)) return value;
  return value.map((step: unknown) => (typeof step === "string" ? sayCommands(step) : step));
}
