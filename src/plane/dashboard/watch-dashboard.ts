import { BudgetSpent } from "../../forge/count-requests.ts";
import type { RequestCount } from "../../forge/count-requests.ts";
import { RateLimited } from "../../forge/forge-errors.ts";
import { UserError } from "../../shared/errors.ts";
import type { Dashboard } from "./dashboard.ts";
import type { DashboardReader } from "./read-dashboard.ts";
import { leftOf, earliestReading, spend, spentOf } from "./request-budget.ts";
import type { RequestBudget } from "./request-budget.ts";

/** The current data of the dashboard, and its state. */
export interface DashboardView {
  /** Undefined until the first reading is finished. */
  readonly dashboard: Dashboard | undefined;
  readonly checkedAt: Date | undefined;
  /** Reason why the last reading failed; earlier data is kept. */
  readonly failure: string | undefined;
  readonly isReading: boolean;
  /** Number of requests counted in the last hour. */
  readonly spent: number;
  readonly mostPerHour: number;
  /** Time of the next reading, if the budget or the forge delays it. */
  readonly pausedUntil: Date | undefined;
}

export interface WatchDeps {
  readonly reader: DashboardReader;
  readonly count: () => RequestCount;
  /** Sets the maximum number of requests. */
  readonly allow: (most: number) => void;
  readonly now: () => Date;
  /** Resolves after the given time or on abort; never throws. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly everySeconds: number;
  readonly mostPerHour: number;
}

export interface DashboardWatch {
  /** Reads everything now, if the budget and the forge allow it. */
  again(): void;
  /** Stops immediately, even during a request. */
  end(): void;
  /**
   * Resolves when the watch has stopped.
   *
   * @throws errors that were not caused by the forge or the network
   */
  readonly ended: Promise<void>;
}

/**
 * Minimum assumed cost of a reading, even if the last reading cost less, because some data always
 * changes.
 */
const leastCost = 2;
/** Pause after a rate limit without a stated duration. */
const shortestLimitMilliseconds = 60_000;

/** Reads the dashboard repeatedly, at the given interval and within the hourly budget. */
export function watchDashboard(
  deps: WatchDeps,
  show: (view: DashboardView) => void,
): DashboardWatch {
  const { reader, allow, now, pause, everySeconds, mostPerHour } = deps;
  const over = new AbortController();
  const ledger = openLedger(deps);
  let wake = new AbortController();
  let isAsked = false;
  let view: DashboardView = {
    dashboard: undefined,
    checkedAt: undefined,
    failure: undefined,
    isReading: true,
    spent: 0,
    mostPerHour,
    pausedUntil: undefined,
  };
  const update = (change: Partial<DashboardView>) => {
    if (over.signal.aborted) return;
    view = { ...view, ...change };
    show(view);
  };

  /**
   * @returns the earliest time at which the next reading can start, even if the operator requests
   *   it
   */
  const refresh = async (): Promise<Date> => {
    update({ isReading: true, pausedUntil: undefined });
    const before = ledger.spent();
    allow(ledger.left());
    const failure = await tryToRead();
    const spent = ledger.spent();
    update({ isReading: false, spent, failure: failure?.message });
    if (failure instanceof RateLimited) {
      return failure.resetsAt ?? new Date(now().getTime() + shortestLimitMilliseconds);
    }
    const cost = failure instanceof BudgetSpent ? spent - before + leastCost : leastCost;
    return ledger.earliestReading(cost);
  };
  const tryToRead = async (): Promise<UserError | undefined> => {
    try {
      const { dashboard, failure } = await reader.read(now(), over.signal);
      update({ dashboard, checkedAt: now() });
      return failure;
    } catch (error) {
      if (error instanceof UserError || over.signal.aborted) return toFailure(error);
      throw error;
    }
  };
  const run = async () => {
    while (!over.signal.aborted) {
      isAsked = false;
      const held = await refresh();
      if (over.signal.aborted) return;
      const usual = new Date(now().getTime() + everySeconds * 1000);
      let next = laterOf(held, usual);
      if (next > usual) update({ pausedUntil: next });
      do {
        // Starts a requested reading as soon as the budget and the forge allow it.
        if (isAsked) next = laterOf(held, now());
        isAsked = false;
        wake = new AbortController();
        const stopWaiting = () => wake.abort();
        over.signal.addEventListener("abort", stopWaiting, { once: true });
        await pause(Math.max(0, next.getTime() - now().getTime()), wake.signal);
        over.signal.removeEventListener("abort", stopWaiting);
      } while (isAsked && !over.signal.aborted);
    }
  };
  const left = new Promise<void>((resolve) => {
    over.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  return {
    again: () => {
      reader.forget();
      isAsked = true;
      wake.abort();
    },
    end: () => over.abort(),
    ended: Promise.race([run(), left]),
  };
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function toFailure(error: unknown): UserError | undefined {
  return error instanceof UserError ? error : undefined;
}

/** Counts requests from now on, including requests that finish after the reading that sent them. */
function openLedger({ count, now, mostPerHour }: WatchDeps) {
  let budget: RequestBudget = { mostPerHour, spentAt: [] };
  let seen = count().counted;
  const settled = () => {
    const { counted } = count();
    budget = spend(budget, counted - seen, now());
    seen = counted;
    return budget;
  };
  return {
    spent: () => spentOf(settled(), now()),
    left: () => leftOf(settled(), now()),
    earliestReading: (cost: number) => earliestReading(settled(), cost, now()),
  };
}
