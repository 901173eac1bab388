/** Prints text and waits until the stream has accepted it. @throws the stream's error */
export function printResolved(
  output: Pick<NodeJS.WritableStream, "write">,
  text: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
