import type { App } from "./world.ts";

/** What of a new App takes a moment to be known everywhere. */
type Part = "key" | "install page";

/** New things that the forge does not know at the first look. In memory: a restart takes longer than that. */
export interface Settling {
  begin(app: App, part: Part): void;
  /** False once, for the first who looks after `begin`. */
  isSettled(app: App, part: Part): boolean;
}

/** A key is known so long after it is made, whether somebody has looked or not: who is patient meets no refusal. */
const keyMilliseconds = 1000;

/** Counted in looks before in time, so that a demo never waits for it. */
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
