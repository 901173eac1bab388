/** Prints one JSON document on standard output: what `--json` and `schema` promise. */
export function printJson(document: unknown): void {
  process.stdout.write(jsonText(document));
}

export function jsonText(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
