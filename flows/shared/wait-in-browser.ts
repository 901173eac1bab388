import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { ReportProgress } from "../../src/prompts/prompter.ts";
import { checkNow, visitBrowser } from "./browser-visit.ts";
import type { BrowserWait, VisitDeps, Waiting } from "./browser-visit.ts";

type Asking = Pick<FlowContext, "ask">;

const firstPauseMilliseconds = 2000;
const growth = 1.4;
const longestPauseMilliseconds = 8000;

/** A wait for a result that the browser delivers. */
export interface ArrivalWait<T> extends BrowserWait {
  readonly arrival: Promise<T>;
  /** Callback that receives a function for reporting progress. */
  readonly watch?: (report: ReportProgress) => void;
}

/** @throws TimedOut if `arrival` has not settled by the deadline */
export function waitInBrowser<T>(
  context: Asking,
  deps: VisitDeps,
  { arrival, watch, ...wait }: ArrivalWait<T>,
): Promise<T> {
  return visitBrowser(context, deps, wait, ({ report, open, ended }) => {
    watch?.(report);
    if (wait.isOpen !== true) void open();
    return Promise.race([arrival, ended]);
  });
}

/**
 * A wait that checks repeatedly. The result is undefined until the work is done; `report` shows
 * what the operator has to fix.
 */
export interface WatchedWait<T> extends BrowserWait {
  readonly poll: (report: ReportProgress, signal: AbortSignal) => Promise<T | undefined>;
  /**
   * First action of the wait (default: a check, because the page is not needed if the work is
   * already done). If the work cannot be done yet, the page is opened first; a pause follows if an
   * immediate check would be useless.
   */
  readonly begins?: "with a look" | "with the page" | "with the page and a pause";
}

/**
 * Checks repeatedly, with increasing pauses, whether the operator has finished.
 * @throws TimedOut if the operator has not finished by the deadline
 */
export function checkInBrowser<T>(
  context: Asking,
  deps: VisitDeps,
  { poll, begins = "with a look", ...wait }: WatchedWait<T>,
): Promise<T> {
  const actions = (waiting: Waiting) => [checkNow(waiting), ...(wait.actions?.(waiting) ?? [])];
  return visitBrowser(
    context,
    deps,
    { ...wait, actions },
    async ({ report, signal, open, sleep }) => {
      let isOpen = wait.isOpen === true;
      let isWorthACheck = isOpen || begins === "with a look";
      let milliseconds = firstPauseMilliseconds;
      for (;;) {
        const seen = isWorthACheck ? await poll(report, signal) : undefined;
        if (seen !== undefined) return seen;
        const opening = isOpen ? [] : [open()];
        const isPaused = !isWorthACheck && begins === "with the page and a pause";
        // Check as soon as the page is open.
        await Promise.race([sleep(milliseconds), ...(isPaused ? [] : opening)]);
        isOpen = true;
        isWorthACheck = true;
        milliseconds = Math.min(milliseconds * growth, longestPauseMilliseconds);
      }
    },
  );
}
