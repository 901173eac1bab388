/** Prints, and waits until it is taken. @throws what the output has against it */
export function printResolved(
  output: Pick<NodeJS.WritableStream, "write">,
  text: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
