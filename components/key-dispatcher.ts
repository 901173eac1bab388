import { quietMilliseconds, type Key } from "../src/prompts/read-keys.ts";
import type { StopListener, Stops } from "../src/prompts/stops.ts";
import type { View } from "./fit-rows.ts";
import type { Control } from "./keys/control.ts";
import { pressScreen } from "./keys/screen.ts";
import type { LinkHands } from "./link-actions.ts";
import { linkAct } from "./keys/links.ts";
import { hasRoom, type OpenQuestion, type Screen, type ScreenStore } from "./screen-store.ts";

/** Who gets the keys, and the wish to stop, while its question is open. */
interface Listener extends StopListener {
  readonly press: (key: Key) => void;
}

/** The floor of a conversation: one question has it at a time. */
export interface KeyDispatcher {
  take(question: OpenQuestion, listener: Listener): void;
  /** Shows another state of the question that has the floor. */
  show(control: Control): void;
  leave(): void;
  /** Drops keys until none has come for a moment: what is pasted behind a secret belongs to it. */
  drain(): Promise<void>;
  press(key: Key): void;
}

// An answered question stays on the screen for this long, and a wait is not shown before: mostly the next question comes
// sooner, and nothing flickers.
const lingerMilliseconds = 300;
/** A key that is held down comes again sooner than this. */
const heldMilliseconds = 120;

interface KeyDispatcherOptions {
  /** How the body stands on the screen, for the keys that scroll it. */
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
  /** What a person waited for is over: a key that was meant for it is none for what comes next. */
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
    // A key that is held down answers nothing that has to be read.
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
    take: (question, next) => {
      // Nothing is shown to somebody who has stopped.
      const stop = next.onHeld ? undefined : stops.take();
      if (stop) return next.onStop(stop);
      if (isShort(question)) showAfter(question, lingerMilliseconds);
      else if (hasToBeRead(question) && !isQuiet()) showAfter(question, heldMilliseconds);
      else showNow(question);
      const keys = hasToBeSeen(question) ? [] : typedAhead;
      typedAhead = [];
      listener = next;
      wasWaiting = false;
      stopListening = stops.listen({ ...next, onHeld: next.onHeld && showStopping });
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
      // A note stays over a wait, which may end before it was read, and goes with the question below it.
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

/** A look-up that nobody has to do anything for, and that is mostly over at once. */
function isShort({ control }: OpenQuestion): boolean {
  return control.kind === "wait" && !control.isForPerson;
}

/** What is not answered by keys that were typed before it was there. */
function hasToBeSeen(question: OpenQuestion): boolean {
  return hasToBeRead(question) || question.control.kind === "wait";
}

function hasToBeRead({ control, error, weight }: OpenQuestion): boolean {
  return weight !== undefined || error !== undefined || control.kind === "disclosure";
}
