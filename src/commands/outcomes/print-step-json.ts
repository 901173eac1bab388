/**
 * Prints one JSON document that holds what an agent wrote. The pipeline service takes a command for one wherever it stands in
 * a line: the sign that it begins with is spelled otherwise, and reads the same.
 */
export function printStepJson(
  document: unknown,
  stream: Pick<NodeJS.WriteStream, "write"> = process.stdout,
): void {
  const text = JSON.stringify(document, null, 2);
  stream.write(`${text.replaceAll("##", String.raw`#\u0023`)}\n`);
}
