import { quietMilliseconds } from "../read-keys.ts";
import type { LineInput } from "./typed-lines.ts";

const interrupt = "\u0003";

/**
 * Discards input typed so far, because it was not meant for the next question.
 * @throws Cancelled if the input contains Ctrl-C
 */
export function dropTyped({ input, stops }: LineInput): Promise<void> {
  const stopped = stops.consume();
  if (stopped) return Promise.reject(stopped);
  if (!input.isTTY) return Promise.resolve();
  // An unfinished line can only be read in raw mode.
  input.setRawMode(true);
  return new Promise((resolve, reject) => {
    const end = (complete: () => void) => {
      clearTimeout(quiet);
      input.off("data", onTyped).pause();
      stopListening();
      if (!stops.isHungUp()) input.setRawMode(false);
      complete();
    };
    const quiet = setTimeout(() => end(resolve), quietMilliseconds);
    const onTyped = (typed: Buffer | string) => {
      if (typed.toString().includes(interrupt)) return stops.stop("SIGINT");
      quiet.refresh();
    };
    input.on("data", onTyped).resume();
    const stopListening = stops.listen({ onStop: (stop) => end(() => reject(stop)) });
  });
}
