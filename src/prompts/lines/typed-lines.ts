import { createInterface } from "node:readline";
import type { StopListener, Stops } from "../stops.ts";

interface LineListener extends StopListener {
  readonly onLine: (line: string) => void;
}

/** Source of typed lines and of stop requests. */
export interface LineInput {
  readonly input: NodeJS.ReadStream;
  readonly stops: Stops;
}

/**
 * Passes each complete line from the terminal to a listener until the returned function is called.
 */
export function listenToLines({ input, stops }: LineInput, listener: LineListener): () => void {
  const { onLine } = listener;
  const reader = createInterface({ input, terminal: false });
  reader.on("line", onLine).on("close", stops.endInput);
  const stopListening = stops.listen(listener);
  return () => {
    stopListening();
    reader.off("close", stops.endInput).off("line", onLine);
    reader.close();
  };
}

/** @throws Cancelled */
export function readTypedLine(
  from: LineInput,
  output: NodeJS.WriteStream,
  title: string,
): Promise<string> {
  const stop = from.stops.consume();
  if (stop) return Promise.reject(stop);
  output.write(`${title} `);
  return new Promise((resolve, reject) => {
    const end = listenToLines(from, {
      onLine: (line) => (end(), resolve(line)),
      onStop: (stopped) => (end(), reject(stopped)),
    });
  });
}
