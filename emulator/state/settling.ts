import type { App } from "./world.ts";

/** The parts of a new App that are not available immediately. */
type Part = "key" | "install page";

/**
 * Simulates that parts of a new App are unavailable at first. The state is kept only in memory,
 * because a restart takes longer than the delay.
 */
export interface Settling {
  begin(app: App, part: Part): void;
  /** Returns false on the first call after `begin`, and true on later calls. */
  isSettled(app: App, part: Part): boolean;
}

/**
 * Delay in ms after which a new key works even on the first request. Clients that wait this long
 * never see the simulated failure.
 */
const keyMilliseconds = 1000;

/**
 * Creates the simulation. Only the first request fails, rather than all requests for some time, so
 * that demos never wait.
 */
export function createSettling(newApps: "settle" | "are ready", now: () => Date): Settling {
  const fresh = new Map<string, Date>();
  const nameOf = ({ id }: App, part: Part) => `${id} ${part}`;
  return {
    begin(app, part) {
      if (newApps === "settle") fresh.set(nameOf(app, part), now());
    },
    isSettled: (app, part) => {
      const begun = fresh.get(nameOf(app, part));
      fresh.delete(nameOf(app, part));
      if (!begun) return true;
      return part === "key" && now().getTime() - begun.getTime() >= keyMilliseconds;
    },
  };
}
