import type { Ask, Wait, WaitUpdate } from "../../../src/prompts/prompter.ts";
import type { BrowserWait } from "../../../flows/shared/browser-visit.ts";
import { createVirtualClock } from "./virtual-clock.ts";

export const wait: BrowserWait = {
  id: "install",
  title: "Install it",
  what: "The installation",
  line: "Waiting for the installation",
  link: "https://forge.example/install",
};

/** Creates a waiting operator, a browser, and a clock that a test moves. */
export function openScreen(
  openLink: (link: string) => Promise<boolean> = () => Promise.resolve(true),
) {
  const clock = createVirtualClock();
  const stop = new AbortController();
  const updates: WaitUpdate[] = [];
  const opened: unknown[][] = [];
  let screen: Wait | undefined;
  const progress: Ask["progress"] = (shown, task) => {
    screen = shown;
    return task((update) => void updates.push(update), stop.signal);
  };
  const press = (id: string) => screen?.actions?.find((action) => action.id === id)?.run("");
  return {
    clock,
    stop,
    updates,
    opened,
    press,
    screen: () => screen,
    keys: () => screen?.actions?.map(({ key, label }) => `${key} ${label}`),
    context: { ask: { progress } as Ask },
    deps: {
      ...clock,
      openLink: (...args: [string]) => {
        opened.push(args);
        return openLink(...args);
      },
    },
  };
}

/** Observes how a wait ends, if it has ended. */
export function follow<T>(waiting: Promise<T>) {
  const seen: { result?: T; error?: unknown } = {};
  void waiting.then(
    (result) => (seen.result = result),
    (error: unknown) => (seen.error = error),
  );
  return seen;
}
