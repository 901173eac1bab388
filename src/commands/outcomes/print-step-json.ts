/**
 * Prints a JSON document that contains agent output. Azure Pipelines executes logging commands
 * anywhere in a line, so their first character is escaped. The parsed JSON value stays the same.
 */
export function printStepJson(
  document: unknown,
  stream: Pick<NodeJS.WriteStream, "write"> = process.stdout,
): void {
  const text = JSON.stringify(document, null, 2);
  stream.write(`${text.replaceAll("##", String.raw`#\u0023`)}\n`);
}
