import { quietMilliseconds, type Key } from "../src/asking/read-keys.ts";
import type { StopListener, Stops } from "../src/asking/stops.ts";
import type { View } from "./fit-rows.ts";
import type { Control } from "./keys/control.ts";
import { pressScreen } from "./keys/screen.ts";
import { hasRoom, type OpenQuestion, type Screen, type ScreenStore } from "./screen-store.ts";

/** Who gets the keys, and the wish to stop, while its question is open. */
interface Listener extends StopListener {
  readonly press: (key: Key) => void;
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
}

// An answered question stays on the screen for this long: mostly the next one comes at once, and nothing flickers.
const lingerMilliseconds = 150;

/** @param viewBody how the body stands on the screen, for the keys that scroll it */
export function createFloor(
  store: ScreenStore,
  { viewBody, stops }: { viewBody: (screen: Screen) => View; stops: Stops },
): Floor {
  let listener: Listener | undefined;
  let typedAhead: Key[] = [];
  let stopListening: () => void = () => undefined;
  let draining: NodeJS.Timeout | undefined;
  let lingering: NodeJS.Timeout | undefined;

  const sayStopping = () => {
    typedAhead = [];
    store.update({ isStopping: true, ...(!listener && { open: undefined }) });
  };
  stops.onWaiting(sayStopping);

  const press = (key: Key) => {
    if (key.name === "interrupt") return stops.stop("SIGINT");
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
    take: (question, next) => {
      // Nothing is shown to somebody who has stopped.
      const stop = next.onHeld ? undefined : stops.take();
      if (stop) return next.onStop(stop);
      clearTimeout(lingering);
      store.update({ open: question, isWhyShown: false, scroll: 0, isStopping: false });
      const keys = hasToBeSeen(question) ? [] : typedAhead;
      typedAhead = [];
      listener = next;
      stopListening = stops.listen({ ...next, onHeld: next.onHeld && sayStopping });
      for (const key of keys) press(key);
    },
    show: (control) => {
      const { open } = store.read();
      if (listener && open) store.update({ open: { ...open, control } });
    },
    leave: () => {
      listener = undefined;
      stopListening();
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
