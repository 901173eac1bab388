import type { EventEmitter } from "node:events";

/** Closes only the connection in which an error occurred. */
type End = (error: unknown) => void;

/**
 * Prevents errors from crashing the process. `end` receives every error that a listener throws, and
 * every `error` event without a listener. The emitter itself is modified, so this includes Node's
 * own listeners.
 */
export function contain<E extends EventEmitter>(
  emitter: E,
  end: (error: unknown, ...args: unknown[]) => void,
): E {
  const contained: EventEmitter = emitter;
  const emit = contained.emit.bind(contained);
  contained.emit = (event: string | symbol, ...args: unknown[]) => {
    try {
      return emit(event, ...args);
    } catch (error) {
      endQuietly((cause) => end(cause, ...args), error);
      return true;
    }
  };
  return emitter;
}

/**
 * Runs work that is not started by an event, or that continues after the event. `end` receives the
 * error if the work throws or rejects.
 */
export async function attempt(work: () => unknown, end: End): Promise<void> {
  try {
    await work();
  } catch (error) {
    endQuietly(end, error);
  }
}

function endQuietly(end: End, error: unknown): void {
  try {
    end(error);
  } catch {
    // The connection is broken anyway, and another error here would crash the process.
  }
}
