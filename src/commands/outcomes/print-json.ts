/** Prints one JSON document on standard output: what `--json` and `schema` promise. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}
