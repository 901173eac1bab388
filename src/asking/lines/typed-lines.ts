import { createInterface } from "node:readline";
import { Cancelled } from "../../shared/errors.ts";

interface LineListener {
  readonly onLine: (line: string) => void;
  /** Ctrl-C, or the end of the input. */
  readonly onCancel: () => void;
}

/** Hears whole lines as the terminal hands them over, until the returned function is called. */
export function listenToLines(
  input: NodeJS.ReadStream,
  { onLine, onCancel }: LineListener,
): () => void {
  const reader = createInterface({ input, terminal: false });
  reader.on("line", onLine).on("close", onCancel);
  process.on("SIGINT", onCancel);
  return () => {
    process.off("SIGINT", onCancel);
    reader.off("close", onCancel).off("line", onLine);
    reader.close();
  };
}

/** @throws Cancelled */
export function readTypedLine(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  title: string,
): Promise<string> {
  output.write(`${title} `);
  return new Promise((resolve, reject) => {
    const stop = listenToLines(input, {
      onLine: (line) => (stop(), resolve(line)),
      onCancel: () => (stop(), reject(new Cancelled())),
    });
  });
}
