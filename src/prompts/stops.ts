import { Stopped } from "../shared/errors.ts";
import type { StopSignal } from "../shared/errors.ts";

/** Whoever asks or waits now. */
export interface StopListener {
  readonly onStop: (stop: Stopped) => void;
  /** Given where something is brought to its end first: the stop waits for it, and only a second one is told. */
  readonly onHeld?: (() => void) | undefined;
}

/**
 * Where the wish to stop arrives: Ctrl-C, a signal, a terminal that is gone. Whoever asks or waits is told of it; where
 * nobody does, it waits for who comes next. Told once, it is over: what is asked then can be answered. Only a terminal
 * that is gone, or an input that has ended, stays so.
 */
export interface Stops {
  stop(by: StopSignal): void;
  /** Ctrl-D where lines are read: the terminal is there, and nobody can answer any more. */
  readonly endInput: () => void;
  /** @returns ends listening */
  listen(listener: StopListener): () => void;
  /** The stop that waits for somebody, who has it now. */
  take(): Stopped | undefined;
  /** Called when a stop comes that nobody is told of yet. */
  onWaiting(tell: () => void): void;
  /** Asked on a second stop that nobody was told of: while there is something to save, only a third one ends the process. */
  spare(hasToSave: () => boolean): void;
  /** Done before the process is ended at once, in the order in which it was given. */
  beforeEnd(tidy: () => void): void;
  /** Whether the terminal is gone, so that nobody can answer. */
  isHungUp(): boolean;
}

/** @param end ends the process, on a second stop while nobody was told of the first; on a third where it was spared */
export function createStops(end: (by: StopSignal) => void): Stops {
  const tidying: (() => void)[] = [];
  let listener: StopListener | undefined;
  let waiting: Stopped | undefined;
  let ended: Stopped | undefined;
  let hasToSave: () => boolean = () => false;
  let isSpared = false;
  let notifyWaiting: () => void = () => undefined;

  const take = () => {
    const stop = waiting;
    waiting = ended;
    return stop;
  };
  const keep = (stop: Stopped) => {
    waiting = stop;
    isSpared = false;
    notifyWaiting();
    listener?.onHeld?.();
  };
  const endAtOnce = (by: StopSignal) => {
    // Between two steps it is an instant until somebody asks; both keys of somebody impatient come within it.
    if (!ended && !isSpared && hasToSave()) {
      isSpared = true;
      return notifyWaiting();
    }
    for (const tidy of tidying) tidy();
    end(by);
  };
  const tell = (stop: Stopped, isFirst: boolean) => {
    const isNobodyTold = !listener || (listener.onHeld && isFirst);
    if (isNobodyTold) return isFirst ? keep(stop) : endAtOnce(stop.by);
    waiting = ended;
    listener?.onStop(stop);
  };
  /** What ends for good says so in more than one way, and never gives up on what is under way. */
  const endFor = (by: StopSignal) => {
    if (ended?.by === by || ended?.by === "SIGHUP") return;
    ended = new Stopped(by);
    tell(ended, true);
  };
  return {
    stop: (by) => {
      if (by === "SIGHUP") endFor(by);
      else tell(new Stopped(by), waiting === undefined);
    },
    endInput: () => endFor("SIGINT"),
    listen: (next) => {
      const stop = next.onHeld ? undefined : take();
      if (stop) {
        next.onStop(stop);
        return () => undefined;
      }
      listener = next;
      if (waiting) next.onHeld?.();
      return () => {
        if (listener === next) listener = undefined;
      };
    },
    take,
    onWaiting: (tell) => {
      notifyWaiting = tell;
    },
    spare: (ask) => {
      hasToSave = ask;
    },
    beforeEnd: (tidy) => void tidying.push(tidy),
    isHungUp: () => ended?.by === "SIGHUP",
  };
}

/** What is said while a stop waits for the end of what is under way. */
export const stoppingLine = "Stopping as soon as this is done";
