import type { EventEmitter } from "node:events";

/** Ends the one connection that an error belongs to. */
type End = (error: unknown) => void;

/**
 * Keeps every error that a listener throws, and every `error` event that has no listener, from the process: `end` gets
 * it instead. Node's own listeners are covered too, because the emitter itself is changed.
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

/** Does the same for work that no event starts, or that goes on after the event: `end` gets its error or rejection. */
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
    // The connection is broken either way. An error here would reach the process.
  }
}
