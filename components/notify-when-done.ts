import { printableLine } from "../src/shared/print-text.ts";
import type { ScreenStore } from "./screen-store.ts";

interface Place {
  readonly store: ScreenStore;
  readonly write: (text: string) => void;
}

const bell = "\u0007";

/** Who waited for less is still looking. */
const awayMilliseconds = 10_000;

/**
 * Runs a wait for something that a person does elsewhere, mostly in a browser: the window's title says meanwhile that
 * they are waited for, and when it is over the terminal rings once.
 */
export async function callBack<T>({ store, write }: Place, wait: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  let wasForPerson = false;
  const watch = store.subscribe(() => {
    const control = store.read().open?.control;
    if (wasForPerson || control?.kind !== "wait" || !control.isForPerson) return;
    wasForPerson = true;
    write(titled(store, "waits for you"));
  });
  try {
    return await wait();
  } finally {
    watch();
    const isOver = wasForPerson && Date.now() - startedAt > awayMilliseconds;
    if (wasForPerson) write(titled(store, "goes on here"));
    if (isOver) write(bell);
  }
}

/** @see https://invisible-island.net/xterm/ctlseqs, OSC 2 */
function titled(store: ScreenStore, what: string): string {
  const { product, header } = store.read();
  return `\u001b]2;${printableLine([product, what, header?.subject ?? ""].filter(Boolean).join(" "))}${bell}`;
}
