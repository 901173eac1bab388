import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Say } from "../../src/prompts/prompter.ts";
import { checkNow, visitBrowser } from "./browser-visit.ts";
import type { BrowserWait, VisitDeps, Waiting } from "./browser-visit.ts";

type Asking = Pick<FlowContext, "ask">;

const firstPauseMilliseconds = 2000;
const growth = 1.4;
const longestPauseMilliseconds = 8000;

/** A wait for what the browser itself brings back. */
export interface ArrivalWait<T> extends BrowserWait {
  readonly arrival: Promise<T>;
  /** Says on the wait what is seen on the way. */
  readonly watch?: (say: Say) => void;
}

/** @throws TimedOut when nothing came before the deadline */
export function waitInBrowser<T>(
  context: Asking,
  deps: VisitDeps,
  { arrival, watch, ...wait }: ArrivalWait<T>,
): Promise<T> {
  return visitBrowser(context, deps, wait, ({ say, open, ended }) => {
    watch?.(say);
    if (wait.isOpen !== true) void open();
    return Promise.race([arrival, ended]);
  });
}

/** A wait that looks by itself: undefined is "not yet", and `say` tells what the person has to mend. */
export interface WatchedWait<T> extends BrowserWait {
  readonly look: (say: Say, signal: AbortSignal) => Promise<T | undefined>;
  /**
   * With a look unless told: what is done already needs no page. What nobody can have done yet begins with its page,
   * and with a pause where a look as soon as that is open could tell nothing.
   */
  readonly begins?: "with a look" | "with the page" | "with the page and a pause";
}

/**
 * Looks again and again, in growing pauses, whether a person has done it.
 * @throws TimedOut when it is not done by the deadline
 */
export function checkInBrowser<T>(
  context: Asking,
  deps: VisitDeps,
  { look, begins = "with a look", ...wait }: WatchedWait<T>,
): Promise<T> {
  const actions = (waiting: Waiting) => [checkNow(waiting), ...(wait.actions?.(waiting) ?? [])];
  return visitBrowser(context, deps, { ...wait, actions }, async ({ say, signal, open, sleep }) => {
    let isOpen = wait.isOpen === true;
    let isWorthACheck = isOpen || begins === "with a look";
    let milliseconds = firstPauseMilliseconds;
    for (;;) {
      const seen = isWorthACheck ? await look(say, signal) : undefined;
      if (seen !== undefined) return seen;
      const opening = isOpen ? [] : [open()];
      const isPaused = !isWorthACheck && begins === "with the page and a pause";
      // A page that has opened is looked behind at once.
      await Promise.race([sleep(milliseconds), ...(isPaused ? [] : opening)]);
      isOpen = true;
      isWorthACheck = true;
      milliseconds = Math.min(milliseconds * growth, longestPauseMilliseconds);
    }
  });
}
