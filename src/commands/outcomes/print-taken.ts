/**
 * Prints, and waits until the output has accepted the text. @throws the error of the output stream
 */
export function printResolved(
  output: Pick<NodeJS.WritableStream, "write">,
  text: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
