/** Prints one JSON document to standard output, for `--json` and `schema`. */
export function printJson(document: unknown): void {
  process.stdout.write(jsonText(document));
}

export function jsonText(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
