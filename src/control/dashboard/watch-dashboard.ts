import type { RequestCount } from "../../forge/count-requests.ts";
import { UserError } from "../../shared/errors.ts";
import type { Dashboard } from "./dashboard.ts";
import type { DashboardReader } from "./read-dashboard.ts";
import { mayLookAt, spend, spentOf } from "./request-budget.ts";
import type { RequestBudget } from "./request-budget.ts";

/** What is known now, and how. */
export interface DashboardView {
  /** Undefined until the first look is over. */
  readonly dashboard: Dashboard | undefined;
  readonly lookedAt: Date | undefined;
  /** Why the last look failed; what was seen before it stays. */
  readonly failure: string | undefined;
  readonly isLooking: boolean;
  /** Requests of the last hour that the forge counted. */
  readonly spent: number;
  readonly mostPerHour: number;
  /** When it looks next, where the budget makes it wait longer than usual. */
  readonly pausedUntil: Date | undefined;
}

export interface WatchDeps {
  readonly reader: DashboardReader;
  readonly count: () => RequestCount;
  readonly now: () => Date;
  /** Comes back after so many milliseconds, or when it is told to; it never throws. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly everySeconds: number;
  readonly mostPerHour: number;
}

export interface DashboardWatch {
  /** Looks now, as far as the budget goes, at all of it. */
  again(): void;
  end(): void;
  /** Over when the watch is. @throws what is no fault of the forge's or the network's */
  readonly ended: Promise<void>;
}

/** A look costs at least this much, whatever the last one did: some of it has changed. */
const leastCost = 2;

/** Looks again and again, as often as wished and within the budget of an hour. */
export function watchDashboard(
  deps: WatchDeps,
  show: (view: DashboardView) => void,
): DashboardWatch {
  const { reader, count, now, pause, everySeconds, mostPerHour } = deps;
  const over = new AbortController();
  let wake = new AbortController();
  let budget: RequestBudget = { mostPerHour, spentAt: [] };
  let view: DashboardView = {
    dashboard: undefined,
    lookedAt: undefined,
    failure: undefined,
    isLooking: true,
    spent: 0,
    mostPerHour,
    pausedUntil: undefined,
  };
  const tell = (change: Partial<DashboardView>) => {
    view = { ...view, ...change };
    show(view);
  };

  const look = async () => {
    const before = count().counted;
    tell({ isLooking: true, pausedUntil: undefined });
    try {
      const dashboard = await reader.look(now(), over.signal);
      tell({ dashboard, lookedAt: now(), failure: undefined });
    } catch (error) {
      if (over.signal.aborted) return;
      if (!(error instanceof UserError)) throw error;
      tell({ failure: error.message });
    }
    budget = spend(budget, count().counted - before, now());
    tell({ isLooking: false, spent: spentOf(budget, now()) });
  };
  /** Until the budget has room for a look. */
  const waitFor = async (earliest: Date) => {
    const allowed = mayLookAt(budget, leastCost, earliest) ?? earliest;
    if (allowed > earliest) tell({ pausedUntil: allowed });
    wake = new AbortController();
    const signal = AbortSignal.any([over.signal, wake.signal]);
    await pause(Math.max(0, allowed.getTime() - now().getTime()), signal);
    return wake.signal.aborted;
  };
  const run = async () => {
    while (!over.signal.aborted) {
      await look();
      let earliest = new Date(now().getTime() + everySeconds * 1000);
      // Whoever asks for a look gets it at once, if the hour has one left.
      while (await waitFor(earliest)) earliest = now();
    }
  };
  return {
    again: () => {
      reader.forget();
      wake.abort();
    },
    end: () => over.abort(),
    ended: run(),
  };
}
