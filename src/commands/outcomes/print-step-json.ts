/**
 * Prints a JSON document that contains agent output. Azure Pipelines interprets a logging command
 * anywhere in a line, so the character that starts one is escaped; the JSON value is unchanged.
 */
export function printStepJson(
  document: unknown,
  stream: Pick<NodeJS.WriteStream, "write"> = process.stdout,
): void {
  const text = JSON.stringify(document, null, 2);
  stream.write(`${text.replaceAll("##", String.raw`#\u0023`)}\n`);
}
