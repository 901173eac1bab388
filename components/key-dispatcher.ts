import { quietMilliseconds, type Key } from "../src/prompts/read-keys.ts";
import type { StopListener, Stops } from "../src/prompts/stops.ts";
import type { View } from "./fit-rows.ts";
import type { Control } from "./keys/control.ts";
import { pressScreen } from "./keys/screen.ts";
import type { LinkHands } from "./link-actions.ts";
import { linkAct } from "./keys/links.ts";
import { hasRoom, type OpenQuestion, type Screen, type ScreenStore } from "./screen-store.ts";

/** Receives keys and stop requests while its question is open. */
interface Listener extends StopListener {
  readonly press: (key: Key) => void;
}

/** Dispatches keys to one question at a time. */
export interface KeyDispatcher {
  open(question: OpenQuestion, listener: Listener): void;
  /** Updates the control of the open question. */
  show(control: Control): void;
  leave(): void;
  /**
   * Discards keys until none arrives for a moment, because text pasted directly after a secret
   * belongs to the secret.
   */
  drain(): Promise<void>;
  press(key: Key): void;
}

// Delay in ms before an answered question disappears or a wait appears. The next question usually
// appears sooner, so the screen does not flicker.
const lingerMilliseconds = 300;
/** Maximum interval in ms between the repeated key presses of a held key. */
const heldMilliseconds = 120;

interface KeyDispatcherOptions {
  /** Returns the visible part of the body, for the keys that scroll. */
  readonly viewBody: (screen: Screen) => View;
  readonly stops: Stops;
  readonly links: LinkHands;
}

export function createKeyDispatcher(
  store: ScreenStore,
  { viewBody, stops, links }: KeyDispatcherOptions,
): KeyDispatcher {
  let listener: Listener | undefined;
  let typedAhead: Key[] = [];
  /**
   * Whether a wait for the operator just ended. Keys meant for the wait must not answer the next
   * question.
   */
  let wasWaiting = false;
  let stopListening: () => void = () => undefined;
  let draining: NodeJS.Timeout | undefined;
  let lingering: NodeJS.Timeout | undefined;
  /** A question that is not shown yet. */
  let coming: { question: OpenQuestion; timer: NodeJS.Timeout } | undefined;
  let lastKeyAt = -Infinity;

  const showStopping = () => {
    typedAhead = [];
    store.update({ isStopping: true, ...(!listener && { open: undefined }) });
  };
  stops.onWaiting(showStopping);

  const press = (key: Key) => {
    if (key.name === "interrupt") return stops.stop("SIGINT");
    if (draining) return void draining.refresh();
    lastKeyAt = performance.now();
    if (!listener) return void (wasWaiting || typedAhead.push(key));
    // Holding down a key must not answer a question whose text must be read.
    if (coming && hasToBeRead(coming.question)) return void coming.timer.refresh();
    const screen = store.read();
    if (!hasRoom(screen) || coming) return;
    if (screen.remark !== undefined) store.update({ remark: undefined });
    const change = pressScreen(screen, key, viewBody(screen));
    if (change) return store.update(change);
    const act = linkAct(screen, key);
    if (act) links.do(act);
    else listener.press(key);
  };

  const showNow = (question: OpenQuestion) => {
    clearTimeout(coming?.timer);
    clearTimeout(lingering);
    coming = undefined;
    store.update({
      open: question,
      isWhyShown: false,
      isLinkLong: false,
      remark: undefined,
      scroll: 0,
      isStopping: false,
    });
  };
  const showAfter = (question: OpenQuestion, milliseconds: number) => {
    const show = () => coming && showNow(coming.question);
    coming = { question, timer: setTimeout(show, milliseconds) };
  };
  const isQuiet = () => performance.now() - lastKeyAt >= heldMilliseconds;

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
    open: (question, next) => {
      // After a stop request, no further questions are shown.
      const stop = next.onRepeat ? undefined : stops.consume();
      if (stop) return next.onStop(stop);
      if (isShort(question)) showAfter(question, lingerMilliseconds);
      else if (hasToBeRead(question) && !isQuiet()) showAfter(question, heldMilliseconds);
      else showNow(question);
      const keys = hasToBeSeen(question) ? [] : typedAhead;
      typedAhead = [];
      listener = next;
      wasWaiting = false;
      stopListening = stops.listen({ ...next, onRepeat: next.onRepeat && showStopping });
      for (const key of keys) press(key);
    },
    show: (control) => {
      const { open } = store.read();
      if (coming) coming.question = { ...coming.question, control };
      else if (listener && open) store.update({ open: { ...open, control } });
    },
    leave: () => {
      listener = undefined;
      const { control } = store.read().open ?? {};
      wasWaiting = !coming && control?.kind === "wait" && control.isForPerson;
      clearTimeout(coming?.timer);
      const wasSeen = !coming;
      coming = undefined;
      stopListening();
      // A wait may end before the operator reads its note, so the note stays until the next
      // question is answered.
      const { open } = store.read();
      if (wasSeen && open) {
        const isWait = open.control.kind === "wait";
        store.update({ open: { ...open, isAnswered: true }, ...(!isWait && { notes: [] }) });
      }
      clearTimeout(lingering);
      lingering = setTimeout(() => store.update({ open: undefined }), lingerMilliseconds).unref();
    },
  };
}

/** Returns whether the question is a wait without operator action, which is usually short. */
function isShort({ control }: OpenQuestion): boolean {
  return control.kind === "wait" && !control.isForPerson;
}

/** Returns whether the question must ignore keys that were typed before it appeared. */
function hasToBeSeen(question: OpenQuestion): boolean {
  return hasToBeRead(question) || question.control.kind === "wait";
}

function hasToBeRead({ control, error, weight }: OpenQuestion): boolean {
  return weight !== undefined || error !== undefined || control.kind === "disclosure";
}
