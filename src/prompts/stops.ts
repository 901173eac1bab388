import { Stopped } from "../shared/errors.ts";
import type { StopSignal } from "../shared/errors.ts";

/** The current question or wait, to which stops are delivered. */
export interface StopListener {
  readonly onStop: (stop: Stopped) => void;
  /**
   * Called on the first stop if the task must be completed; `onStop` is then called only on the
   * second stop.
   */
  readonly onRepeat?: (() => void) | undefined;
}

/**
 * Receives stop requests: Ctrl-C, a signal, or a closed terminal. A stop is delivered to the
 * current question or wait, or else kept for the next one. Delivery clears the stop, so that later
 * questions can be answered. Only a closed terminal or the end of the input is permanent.
 */
export interface Stops {
  stop(by: StopSignal): void;
  /** Handles Ctrl-D in line mode: the terminal stays open, but no more answers can arrive. */
  readonly endInput: () => void;
  /** @returns a function that removes the listener */
  listen(listener: StopListener): () => void;
  /** Returns and clears the undelivered stop, or undefined if there is none. */
  consume(): Stopped | undefined;
  /** Registers a callback for a stop that is not delivered immediately. */
  onWaiting(notify: () => void): void;
  /**
   * Registers a callback that is called on the second undelivered stop. If it returns true, there
   * is something to save, and only a third stop exits the process.
   */
  spare(hasToSave: () => boolean): void;
  /**
   * Registers a cleanup function for an immediate exit. The functions run in order of registration.
   */
  beforeEnd(tidy: () => void): void;
  /** Returns whether the terminal was closed. In that case, no more answers can arrive. */
  isHungUp(): boolean;
}

/**
 * @param end exits the process; called on the second undelivered stop, or on the third if the
 *   second was ignored
 */
export function createStops(end: (by: StopSignal) => void): Stops {
  const tidying: (() => void)[] = [];
  let listener: StopListener | undefined;
  let waiting: Stopped | undefined;
  let ended: Stopped | undefined;
  let hasToSave: () => boolean = () => false;
  let isSpared = false;
  let notifyWaiting: () => void = () => undefined;

  const consume = () => {
    const stop = waiting;
    waiting = ended;
    return stop;
  };
  const keep = (stop: Stopped) => {
    waiting = stop;
    isSpared = false;
    notifyWaiting();
    listener?.onRepeat?.();
  };
  const endAtOnce = (by: StopSignal) => {
    // An impatient double Ctrl-C can arrive in the short gap between two steps. Therefore, the
    // second stop is ignored once if there is something to save.
    if (!ended && !isSpared && hasToSave()) {
      isSpared = true;
      return notifyWaiting();
    }
    for (const tidy of tidying) tidy();
    end(by);
  };
  const notify = (stop: Stopped, isFirst: boolean) => {
    const isUnheard = !listener || (listener.onRepeat && isFirst);
    if (isUnheard) return isFirst ? keep(stop) : endAtOnce(stop.by);
    waiting = ended;
    listener?.onStop(stop);
  };
  /**
   * Makes a stop permanent. One event can cause several signals, so repeated signals are ignored:
   * they must not abandon the running task.
   */
  const endFor = (by: StopSignal) => {
    if (ended?.by === by || ended?.by === "SIGHUP") return;
    ended = new Stopped(by);
    notify(ended, true);
  };
  return {
    stop: (by) => {
      if (by === "SIGHUP") endFor(by);
      else notify(new Stopped(by), waiting === undefined);
    },
    endInput: () => endFor("SIGINT"),
    listen: (next) => {
      const stop = next.onRepeat ? undefined : consume();
      if (stop) {
        next.onStop(stop);
        return () => undefined;
      }
      listener = next;
      if (waiting) next.onRepeat?.();
      return () => {
        if (listener === next) listener = undefined;
      };
    },
    consume,
    onWaiting: (notify) => {
      notifyWaiting = notify;
    },
    spare: (ask) => {
      hasToSave = ask;
    },
    beforeEnd: (tidy) => void tidying.push(tidy),
    isHungUp: () => ended?.by === "SIGHUP",
  };
}

/** Line that is shown while a stop waits for the current task. */
export const stoppingLine = "Stopping once this finishes";
