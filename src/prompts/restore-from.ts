import type { StepKey } from "../shared/step-key.ts";
import type { Journal } from "./journal.ts";

/** Reads finished steps without a flow: for what reports on them. */
export function restoreFrom(journal: Journal): <T>(key: StepKey<T>) => T | undefined {
  return (key) => key.read(journal.step(key.id));
}

/**
 * Writes down what is so, without a flow, as the result of a finished step.
 * @throws Error, a bug, for what could not be read again: it would be written for nobody
 */
export async function recordIn<T>(journal: Journal, key: StepKey<T>, value: T): Promise<void> {
  const written = toJournal(key, value);
  if (key.read(written) === undefined) {
    throw new Error(`the result of the step "${key.id}" is not in its shape`);
  }
  await journal.finishStep(key.id, written);
}

/** What the journal keeps of a step's result. */
export function toJournal<T>(key: StepKey<T>, value: T): unknown {
  return key.write ? key.write(value) : value;
}
