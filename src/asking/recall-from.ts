import type { StepKey } from "../shared/step-key.ts";
import type { Journal } from "./journal.ts";

/** Reads finished steps without a flow: for what reports on them. */
export function recallFrom(journal: Journal): <T>(key: StepKey<T>) => T | undefined {
  return (key) => key.read(journal.step(key.id));
}
