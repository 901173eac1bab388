import type { FlowContext } from "../flow-context.ts";
import type { Journal } from "../journal.ts";
import { restoreFrom, recordIn, toJournal } from "../restore-from.ts";
import type { StepKey } from "../../shared/step-key.ts";
import type { Position } from "./position.ts";

type Steps = Pick<FlowContext, "step" | "record" | "recordValue" | "restore" | "read" | "reset">;

/**
 * Creates the functions for a flow's steps and reads, and tracks the running step. Questions cannot
 * be asked inside a step.
 */
export function createSteps({
  journal,
  position,
  recordedReads,
}: {
  readonly journal: Journal;
  readonly position: Position;
  readonly recordedReads: Map<string, unknown>;
}): { readonly context: Steps; readonly runningStep: () => string | undefined } {
  let running: string | undefined;
  const restore = restoreFrom(journal);
  const finish = async <T>(key: StepKey<T>, result: T): Promise<T> => {
    await recordIn(journal, key, result);
    position.wall();
    return result;
  };
  /** Saves the journal again, because an earlier attempt to save this result may have failed. */
  const keep = async <T>(known: T): Promise<T> => {
    await journal.save();
    position.wall();
    return known;
  };
  const context: Steps = {
    restore,
    step: async (key, run) => {
      const earlier = restore(key);
      if (earlier !== undefined) return keep(earlier);
      running = key.id;
      try {
        return await finish(key, await run());
      } finally {
        running = undefined;
      }
    },
    record: async (key, value) => {
      const isKnown =
        JSON.stringify(journal.step(key.id)) === JSON.stringify(toJournal(key, value));
      return isKnown ? keep(value) : finish(key, value);
    },
    read: async <T>(id: string, read: () => Promise<T>) => {
      if (!recordedReads.has(id)) recordedReads.set(id, await read());
      return recordedReads.get(id) as T;
    },
    recordValue: (key, value) => recordIn(journal, key, value),
    reset: async (what) => {
      const id = typeof what === "string" ? what : what.id;
      recordedReads.delete(id);
      if (journal.step(id) !== undefined) await journal.forgetStep(id);
      // Data from `read` is kept only in memory.
      else if (typeof what !== "string") await journal.save();
    },
  };
  return { context, runningStep: () => running };
}
