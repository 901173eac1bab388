import type { Browser } from "../../../flows/shared/browser-visit.ts";
import type { Clock } from "../../../flows/shared/clock.ts";
import { pause } from "../../../src/forge/pause.ts";
import { quickPause } from "../shared/quick-pause.ts";

/**
 * Provides a browser and pauses that last until the browser is done. No check sees an unfinished
 * page.
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
      await quickPause(milliseconds, signal);
      while (opening.size > 0) await pause(1, signal);
    },
  };
}
