import { printableLine } from "../src/shared/print-text.ts";
import type { ScreenStore } from "./screen-store.ts";

interface Location {
  readonly store: ScreenStore;
  readonly write: (text: string) => void;
}

const bell = "\u0007";

/** Minimum duration in ms of a long wait, during which the operator may have looked away. */
const awayMilliseconds = 10_000;

/**
 * Waits for an action outside the terminal, usually in a browser. During the wait, the window title
 * shows that the operator must act. When a long wait ends, the terminal bell rings once.
 */
export async function callBack<T>({ store, write }: Location, wait: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  let wasForPerson = false;
  const watch = store.subscribe(() => {
    const control = store.read().open?.control;
    if (wasForPerson || control?.kind !== "wait" || !control.isForPerson) return;
    wasForPerson = true;
    write(titled(store, "waiting for you"));
  });
  try {
    return await wait();
  } finally {
    watch();
    const isOver = wasForPerson && Date.now() - startedAt > awayMilliseconds;
    if (wasForPerson) write(titled(store, "continuing"));
    if (isOver) write(bell);
  }
}

/** @see https://invisible-island.net/xterm/ctlseqs, OSC 2 */
function titled(store: ScreenStore, what: string): string {
  const { product, header } = store.read();
  return `\u001b]2;${printableLine([product, what, header?.subject ?? ""].filter(Boolean).join(" "))}${bell}`;
}
