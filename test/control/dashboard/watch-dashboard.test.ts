import { describe, expect, test } from "vitest";
import type { Dashboard } from "../../../src/control/dashboard/dashboard.ts";
import { watchDashboard } from "../../../src/control/dashboard/watch-dashboard.ts";
import type { DashboardView } from "../../../src/control/dashboard/watch-dashboard.ts";
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
  },
  runs: [],
  capacity: [],
  credentials: [],
};

/** A clock that moves only while somebody waits, and a forge that charges so many requests a look. */
function openWatch(costs: readonly number[], fail: readonly number[] = []) {
  let now = Date.UTC(2026, 10, 20, 14, 0);
  let counted = 0;
  let looks = 0;
  let forgotten = 0;
  const pauses: number[] = [];
  const views: DashboardView[] = [];
  const watch = watchDashboard(
    {
      reader: {
        look: async () => {
          const at = looks;
          looks += 1;
          counted += costs[at] ?? 0;
          if (looks === costs.length) watch.end();
          if (fail.includes(at)) throw new Away("The forge cannot be reached.");
          return dashboard;
        },
        forget: () => (forgotten += 1),
      },
      count: () => ({ requests: counted, unchanged: 0, counted, core: undefined }),
      now: () => new Date(now),
      pause: async (milliseconds, signal) => {
        if (signal.aborted) return;
        pauses.push(milliseconds / 1000);
        now += milliseconds;
      },
      everySeconds: 30,
      mostPerHour: 60,
    },
    (view) => void views.push(view),
  );
  return { watch, views, pauses, counted: () => counted, forgotten: () => forgotten };
}

describe("a watch", () => {
  test("looks as often as wished while the budget lasts, and says what was spent", async () => {
    const { watch, pauses, views } = openWatch([20, 2, 2, 2]);
    await watch.ended;
    expect(pauses).toEqual([30, 30, 30]);
    expect(views.at(-1)).toMatchObject({ spent: 26, mostPerHour: 60, failure: undefined });
  });

  test("waits until the hour has room again, and says until when", async () => {
    const { watch, pauses, views } = openWatch([40, 20, 2]);
    await watch.ended;
    // The first forty are over an hour after they were spent.
    expect(pauses).toEqual([30, 3570]);
    const paused = views.find(({ pausedUntil }) => pausedUntil);
    expect(paused?.pausedUntil).toEqual(new Date(Date.UTC(2026, 10, 20, 15, 0)));
  });

  test("keeps what it saw when a look fails, and says why", async () => {
    const { watch, views } = openWatch([2, 2, 2], [1]);
    await watch.ended;
    const failed = views.filter(({ failure }) => failure !== undefined);
    expect(failed[0]).toMatchObject({ failure: "The forge cannot be reached.", dashboard });
    expect(views.at(-1)?.failure).toBeUndefined();
  });

  test("ends with what is a bug", async () => {
    const watch = watchDashboard(
      {
        reader: { look: () => Promise.reject(new TypeError("a bug")), forget: () => undefined },
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

test("whoever asks gets a look at once, and all of it anew", async () => {
  let tellPaused: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => (tellPaused = resolve));
  let looks = 0;
  let forgotten = 0;
  const watch = watchDashboard(
    {
      reader: {
        look: async () => {
          looks += 1;
          if (looks === 2) watch.end();
          return dashboard;
        },
        forget: () => (forgotten += 1),
      },
      count: () => ({ requests: 0, unchanged: 0, counted: 0, core: undefined }),
      now: () => new Date(0),
      // Only who is woken comes back.
      pause: (milliseconds, signal) => {
        if (milliseconds === 0 || signal.aborted) return Promise.resolve();
        const woken = new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => resolve(), { once: true });
        });
        tellPaused();
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
  expect([looks, forgotten]).toEqual([2, 1]);
});
