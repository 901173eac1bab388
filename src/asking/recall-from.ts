import type { StepKey } from "../shared/step-key.ts";
import type { Journal } from "./journal.ts";

/** Reads finished steps from a journal, with or without a flow that goes on. */
export function recallFrom(journal: Pick<Journal, "step">): <T>(key: StepKey<T>) => T | undefined {
  return (key) => key.read(journal.step(key.id));
}
