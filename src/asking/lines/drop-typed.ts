import { Cancelled } from "../../shared/errors.ts";
import { quietMilliseconds } from "../read-keys.ts";

const interrupt = "\u0003";

/**
 * Drops what was typed until now: it was meant for something else than what is shown next.
 * @throws Cancelled when a Ctrl-C is among it
 */
export function dropTyped(input: NodeJS.ReadStream): Promise<void> {
  if (!input.isTTY) return Promise.resolve();
  // A line that is not finished yet is handed over in raw mode only.
  input.setRawMode(true);
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(quiet);
      input.off("data", hear).pause();
      input.setRawMode(false);
      settle();
    };
    const quiet = setTimeout(() => end(resolve), quietMilliseconds);
    const hear = (typed: Buffer | string) => {
      if (typed.toString().includes(interrupt)) return end(() => reject(new Cancelled()));
      quiet.refresh();
    };
    input.on("data", hear).resume();
  });
}
