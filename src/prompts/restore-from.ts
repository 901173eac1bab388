import type { StepKey } from "../shared/step-key.ts";
import type { Journal } from "./journal.ts";

/**
 * Creates a function that returns the results of completed steps, for reports outside of a flow.
 */
export function restoreFrom(journal: Journal): <T>(key: StepKey<T>) => T | undefined {
  return (key) => key.read(journal.step(key.id));
}

/**
 * Records a fact, outside of a flow, as the result of a completed step.
 * @throws Error if the recorded value cannot be read back, which is a bug
 */
export async function recordIn<T>(journal: Journal, key: StepKey<T>, value: T): Promise<void> {
  const written = toJournal(key, value);
  if (key.read(written) === undefined) {
    throw new Error(`The result of step "${key.id}" does not match its shape`);
  }
  await journal.finishStep(key.id, written);
}

export function toJournal<T>(key: StepKey<T>, value: T): unknown {
  return key.write ? key.write(value) : value;
}
