import { describe, expect, test } from "vitest";
import type { Dashboard } from "../../../src/plane/dashboard/dashboard.ts";
import { watchDashboard } from "../../../src/plane/dashboard/watch-dashboard.ts";
import type { DashboardSnapshot } from "../../../src/plane/dashboard/read-dashboard.ts";
import type { DashboardView } from "../../../src/plane/dashboard/watch-dashboard.ts";
import { RateLimited } from "../../../src/forge/forge-errors.ts";
import { UserError } from "../../../src/shared/errors.ts";

class Away extends UserError {
  readonly exitCode = 4;
}

const dashboard: Dashboard = {
  gate: {
    state: "open",
    record: "none",
    written: null,
    opensAt: null,
    latestFailure: null,
    admissions: 0,
    unchecked: 0,
  },
  runs: [],
  capacity: [],
  credentials: [],
};

/**
 * Creates a clock that moves only during pauses, and a forge that charges these requests per
 * reading.
 */
function openWatch(costs: readonly number[], fail: readonly number[] = []) {
  let now = Date.UTC(2026, 10, 20, 14, 0);
  let counted = 0;
  let checks = 0;
  let forgotten = 0;
  const pauses: number[] = [];
  const allowed: number[] = [];
  const views: DashboardView[] = [];
  const watch = watchDashboard(
    {
      reader: {
        read: async () => {
          const at = checks;
          checks += 1;
          counted += costs[at] ?? 0;
          if (fail.includes(at)) throw new Away("The forge cannot be reached.");
          return { dashboard, failure: undefined };
        },
        forget: () => (forgotten += 1),
      },
      allow: (most) => void allowed.push(most),
      count: () => ({ requests: counted, unchanged: 0, counted, core: undefined }),
      now: () => new Date(now),
      pause: async (milliseconds, signal) => {
        if (checks === costs.length) watch.end();
        if (signal.aborted) return;
        pauses.push(milliseconds / 1000);
        now += milliseconds;
      },
      everySeconds: 30,
      mostPerHour: 60,
    },
    (view) => void views.push(view),
  );
  return { watch, views, pauses, allowed, counted: () => counted, forgotten: () => forgotten };
}

describe("a dashboard watch", () => {
  test("reads at the requested interval while the budget lasts, and reports the spent requests", async () => {
    const { watch, pauses, views } = openWatch([20, 2, 2, 2]);
    await watch.ended;
    expect(pauses).toEqual([30, 30, 30]);
    expect(views.at(-1)).toMatchObject({ spent: 26, mostPerHour: 60, failure: undefined });
  });

  test("waits until the hourly budget allows requests again, and reports that time", async () => {
    const { watch, pauses, views } = openWatch([40, 20, 2]);
    await watch.ended;
    // The first forty requests expire one hour after they were spent.
    expect(pauses).toEqual([30, 3570]);
    const paused = views.find(({ pausedUntil }) => pausedUntil);
    expect(paused?.pausedUntil).toEqual(new Date(Date.UTC(2026, 10, 20, 15, 0)));
  });

  test("keeps the last result if a read fails, and reports the reason", async () => {
    const { watch, views } = openWatch([2, 2, 2], [1]);
    await watch.ended;
    const failed = views.filter(({ failure }) => failure !== undefined);
    expect(failed[0]).toMatchObject({ failure: "The forge cannot be reached.", dashboard });
    expect(views.at(-1)?.failure).toBeUndefined();
  });

  test("stops with the error if the error is a bug", async () => {
    const watch = watchDashboard(
      {
        reader: { read: () => Promise.reject(new TypeError("a bug")), forget: () => undefined },
        allow: () => undefined,
        count: () => ({ requests: 0, unchanged: 0, counted: 0, core: undefined }),
        now: () => new Date(),
        pause: () => Promise.resolve(),
        everySeconds: 30,
        mostPerHour: 60,
      },
      () => undefined,
    );
    await expect(watch.ended).rejects.toThrow(TypeError);
  });
});

test("a requested refresh starts a full read immediately", async () => {
  let reportPaused: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => (reportPaused = resolve));
  let checks = 0;
  let forgotten = 0;
  const watch = watchDashboard(
    {
      reader: {
        read: async () => {
          checks += 1;
          if (checks === 2) watch.end();
          return { dashboard, failure: undefined };
        },
        forget: () => (forgotten += 1),
      },
      allow: () => undefined,
      count: () => ({ requests: 0, unchanged: 0, counted: 0, core: undefined }),
      now: () => new Date(0),
      // The pause returns only after a wake-up.
      pause: (milliseconds, signal) => {
        if (milliseconds === 0 || signal.aborted) return Promise.resolve();
        const woken = new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => resolve(), { once: true });
        });
        reportPaused();
        return woken;
      },
      everySeconds: 30,
      mostPerHour: 60,
    },
    () => undefined,
  );
  await paused;
  watch.again();
  await watch.ended;
  expect([checks, forgotten]).toEqual([2, 1]);
});

/** Creates a watch with these readings, which is never woken. */
function openReported(checks: (() => Promise<DashboardSnapshot>)[]) {
  let now = 0;
  let made = 0;
  const pauses: number[] = [];
  const views: DashboardView[] = [];
  const watch = watchDashboard(
    {
      reader: {
        read: () => checks[made++]?.() ?? Promise.reject(new Error("No more looks.")),
        forget: () => undefined,
      },
      allow: () => undefined,
      count: () => ({ requests: 0, unchanged: 0, counted: 0, core: undefined }),
      now: () => new Date(now),
      pause: async (milliseconds) => {
        pauses.push(milliseconds / 1000);
        now += milliseconds;
        if (made === checks.length) watch.end();
      },
      everySeconds: 30,
      mostPerHour: 60,
    },
    (view) => void views.push(view),
  );
  return { watch, pauses, views };
}

const seen = (): Promise<DashboardSnapshot> => Promise.resolve({ dashboard, failure: undefined });

describe("a watch that has to wait for the forge", () => {
  test.each([
    ["until the rate limit's reset", new Date(600_000), 600],
    ["for a minute if the forge does not report the reset", undefined, 60],
  ])("waits %s, and reports this", async (_what, resetsAt, seconds) => {
    const limited = new RateLimited({ status: 403, request: "GET /", resetsAt });
    const { watch, pauses, views } = openReported([() => Promise.reject(limited), seen]);
    await watch.ended;
    expect(pauses).toEqual([seconds, 30]);
    expect(views.find(({ pausedUntil }) => pausedUntil)?.pausedUntil).toEqual(
      new Date(seconds * 1000),
    );
  });
});

test("a stopped watch ends immediately, even during a request", async () => {
  const { watch, views } = openReported([() => new Promise(() => undefined)]);
  watch.end();
  await watch.ended;
  expect(views.at(-1)).toMatchObject({ isReading: true, dashboard: undefined });
});

test("a refresh that is requested during a read starts directly after it", async () => {
  let report: (snapshot: DashboardSnapshot) => void = () => undefined;
  const first = new Promise<DashboardSnapshot>((resolve) => (report = resolve));
  const { watch, pauses } = openReported([() => first, seen]);
  watch.again();
  report({ dashboard, failure: undefined });
  await watch.ended;
  expect(pauses).toEqual([0, 30]);
});

test("a read sends at most as many requests as the hourly budget has left", async () => {
  const { watch, allowed } = openWatch([40, 15, 2]);
  await watch.ended;
  expect(allowed).toEqual([60, 20, 5]);
});
