import { quietMilliseconds, type Key } from "../src/asking/read-keys.ts";
import type { View } from "./fit-rows.ts";
import type { Control } from "./keys/control.ts";
import { pressScreen } from "./keys/screen.ts";
import { hasRoom, type OpenQuestion, type Screen, type ScreenStore } from "./screen-store.ts";

/** Who gets the keys while its question is open. */
interface Listener {
  press(key: Key): void;
  /** Ctrl-C. */
  cancel(): void;
}

/** The floor of a conversation: one question has it at a time. */
export interface Floor {
  take(question: OpenQuestion, listener: Listener): void;
  /** Shows another state of the question that has the floor. */
  show(control: Control): void;
  leave(): void;
  /** Drops keys until none has come for a moment: what is pasted behind a secret belongs to it. */
  drain(): Promise<void>;
  press(key: Key): void;
  /** Ctrl-C came while nobody had the floor: whoever wants it next is cancelled instead. */
  isCancelled(): boolean;
}

// An answered question stays on the screen for this long: mostly the next one comes at once, and nothing flickers.
const lingerMilliseconds = 150;

/**
 * @param viewBody how the body stands on the screen, for the keys that scroll it
 * @param stopAtOnce called on the second Ctrl-C while nobody has the floor
 */
export function createFloor(
  store: ScreenStore,
  { viewBody, stopAtOnce }: { viewBody: (screen: Screen) => View; stopAtOnce: () => void },
): Floor {
  let listener: Listener | undefined;
  let typedAhead: Key[] = [];
  let cancelled = false;
  let draining: NodeJS.Timeout | undefined;
  let lingering: NodeJS.Timeout | undefined;

  const interrupt = () => {
    typedAhead = [];
    if (listener) return listener.cancel();
    if (cancelled) return stopAtOnce();
    cancelled = true;
    store.update({ isStopping: true, open: undefined });
  };

  const press = (key: Key) => {
    if (key.name === "interrupt") return interrupt();
    if (draining) return void draining.refresh();
    if (!listener) return void typedAhead.push(key);
    const screen = store.read();
    if (!hasRoom(screen)) return;
    const change = pressScreen(screen, key, viewBody(screen));
    if (change) store.update(change);
    else listener.press(key);
  };

  const drain = () =>
    new Promise<void>((resolve) => {
      typedAhead = [];
      draining = setTimeout(() => {
        draining = undefined;
        resolve();
      }, quietMilliseconds);
    });

  return {
    press,
    drain,
    isCancelled: () => cancelled,
    take: (question, next) => {
      clearTimeout(lingering);
      store.update({ open: question, isWhyShown: false, scroll: 0 });
      const keys = hasToBeSeen(question) ? [] : typedAhead;
      typedAhead = [];
      listener = next;
      for (const key of keys) press(key);
    },
    show: (control) => {
      const { open } = store.read();
      if (listener && open) store.update({ open: { ...open, control } });
    },
    leave: () => {
      listener = undefined;
      // A note stays over a wait, which may end before it was read, and goes with the question below it.
      if (store.read().open?.control.kind !== "wait") store.update({ notes: [] });
      lingering = setTimeout(() => store.update({ open: undefined }), lingerMilliseconds).unref();
    },
  };
}

/** What has to be read first is not answered by keys that were typed before it was there. */
function hasToBeSeen({ control, error }: OpenQuestion): boolean {
  return control.kind === "disclosure" || control.kind === "wait" || error !== undefined;
}
