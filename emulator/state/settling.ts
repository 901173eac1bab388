import type { App } from "./world.ts";

/** The parts of a new App that are not available immediately. */
type Part = "key" | "install page";

/**
 * Simulates that parts of a new App are unavailable at first. The state is kept only in memory,
 * because a restart takes longer than the delay.
 */
export interface Settling {
  begin(app: App, part: Part): void;
  /** Returns false for the first call after `begin`, then true. */
  isSettled(app: App, part: Part): boolean;
}

/**
 * Duration in ms after which even the first request with a new key succeeds, so that clients that
 * wait never fail.
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
