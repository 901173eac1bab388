import { Stopped } from "../shared/errors.ts";
import type { StopSignal } from "../shared/errors.ts";

/** The current question or wait, to which stops are delivered. */
export interface StopListener {
  readonly onStop: (stop: Stopped) => void;
  /**
   * Called on the first stop if the task must be completed. In this case, only the second stop
   * calls `onStop`.
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
  /** Handles Ctrl-D in line mode: the terminal is open, but no more answers can arrive. */
  readonly endInput: () => void;
  /** @returns a function that removes the listener */
  listen(listener: StopListener): () => void;
  /** Returns and clears the undelivered stop, or undefined if there is none. */
  consume(): Stopped | undefined;
  /** Registers a callback for a stop that is kept until the next question or wait. */
  onWaiting(notify: () => void): void;
  /**
   * Registers a callback for the second undelivered stop. If the callback returns true, something
   * must be saved, so only a third stop exits the process.
   */
  spare(hasToSave: () => boolean): void;
  /**
   * Registers a cleanup function for an immediate exit. The functions run in order of registration.
   */
  beforeEnd(tidy: () => void): void;
  /** Returns whether the terminal is closed, so that no more answers can arrive. */
  isHungUp(): boolean;
}

/**
 * @param end exits the process on a second undelivered stop, or on a third if the second was
 *   ignored
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
    // Between two steps, the next question appears almost immediately, so an impatient double
    // Ctrl-C can occur in this gap.
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
   * Makes a stop permanent. The same event can cause several signals, which never abandon the
   * running task.
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

/** Shown while a stop waits for the current task. */
export const stoppingLine = "Stopping once this finishes";
