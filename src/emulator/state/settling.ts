import type { App } from "./world.ts";

/** What of a new App takes a moment to be known everywhere. */
export type Part = "key" | "install page";

/** New things that the forge does not know at the first look. In memory: a restart takes longer than that. */
export interface Settling {
  begin(app: App, part: Part): void;
  /** False once, for the first who looks after `begin`. */
  isSettled(app: App, part: Part): boolean;
}

/** Counted in looks rather than in seconds, so that a demo never waits for it and a test never races it. */
export function createSettling(newApps: "settle" | "are ready"): Settling {
  const fresh = new Set<string>();
  const nameOf = ({ id }: App, part: Part) => `${id} ${part}`;
  return {
    begin(app, part) {
      if (newApps === "settle") fresh.add(nameOf(app, part));
    },
    isSettled: (app, part) => !fresh.delete(nameOf(app, part)),
  };
}
