import type { Browser } from "../../../flows/shared/wait-in-browser.ts";
import type { Clock } from "../../../flows/shared/clock.ts";
import { pause } from "../../../src/forge/pause.ts";

/**
 * A browser and pauses in which nobody is slow: a pause waits for what the browser does meanwhile, and gives the
 * embedded forge and signals their turn. The ends of waits go by the clock.
 */
export function pauseBriefly(
  openLink: Browser["openLink"],
): Pick<Browser, "openLink"> & Pick<Clock, "pause"> {
  const opening = new Set<Promise<unknown>>();
  return {
    openLink: (...link) => {
      const visit = openLink(...link).finally(() => opening.delete(visit));
      opening.add(visit);
      return visit;
    },
    pause: async (milliseconds, signal) => {
      await pause(Math.min(milliseconds, 1), signal);
      while (opening.size > 0) await pause(1, signal);
    },
  };
}
