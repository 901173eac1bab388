import { BudgetSpent } from "../../forge/count-requests.ts";
import type { RequestCount } from "../../forge/count-requests.ts";
import { RateLimited } from "../../forge/forge-errors.ts";
import { UserError } from "../../shared/errors.ts";
import type { Dashboard } from "./dashboard.ts";
import type { DashboardReader } from "./read-dashboard.ts";
import { leftOf, mayLookAt, spend, spentOf } from "./request-budget.ts";
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
  /** When it looks next, where the budget or the forge makes it wait longer than usual. */
  readonly pausedUntil: Date | undefined;
}

export interface WatchDeps {
  readonly reader: DashboardReader;
  readonly count: () => RequestCount;
  /** Lets only so many requests pass. */
  readonly allow: (most: number) => void;
  readonly now: () => Date;
  /** Comes back after so many milliseconds, or when it is told to; it never throws. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly everySeconds: number;
  readonly mostPerHour: number;
}

export interface DashboardWatch {
  /** Looks now, as far as budget and forge let it, at all of it. */
  again(): void;
  /** Over at once, whatever is still asked. */
  end(): void;
  /** Over when the watch is. @throws what is no fault of the forge's or the network's */
  readonly ended: Promise<void>;
}

/** A look costs at least this much, whatever the last one did: some of it has changed. */
const leastCost = 2;
/** A forge that limits and does not say for how long is left alone for a minute. */
const shortestLimitMilliseconds = 60_000;

/** Looks again and again, as often as wished and within the budget of an hour. */
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
    lookedAt: undefined,
    failure: undefined,
    isLooking: true,
    spent: 0,
    mostPerHour,
    pausedUntil: undefined,
  };
  const tell = (change: Partial<DashboardView>) => {
    if (over.signal.aborted) return;
    view = { ...view, ...change };
    show(view);
  };

  /** @returns before when nobody looks again, not even who asks */
  const look = async (): Promise<Date> => {
    tell({ isLooking: true, pausedUntil: undefined });
    const before = ledger.spent();
    allow(ledger.left());
    const failure = await tryToRead();
    const spent = ledger.spent();
    tell({ isLooking: false, spent, failure: failure?.message });
    if (failure instanceof RateLimited) {
      return failure.resetsAt ?? new Date(now().getTime() + shortestLimitMilliseconds);
    }
    const cost = failure instanceof BudgetSpent ? spent - before + leastCost : leastCost;
    return ledger.mayLookAt(cost);
  };
  const tryToRead = async (): Promise<UserError | undefined> => {
    try {
      const { dashboard, failure } = await reader.look(now(), over.signal);
      tell({ dashboard, lookedAt: now() });
      return failure;
    } catch (error) {
      if (error instanceof UserError || over.signal.aborted) return toFailure(error);
      throw error;
    }
  };
  const run = async () => {
    while (!over.signal.aborted) {
      isAsked = false;
      const held = await look();
      if (over.signal.aborted) return;
      const usual = new Date(now().getTime() + everySeconds * 1000);
      let next = laterOf(held, usual);
      if (next > usual) tell({ pausedUntil: next });
      do {
        // Whoever asks for a look gets it at once, if there may be one.
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

/** What was spent, told by what was counted since: also by requests that outlived their look. */
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
    mayLookAt: (cost: number) => mayLookAt(settled(), cost, now()),
  };
}
