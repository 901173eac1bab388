import type { FlowContext } from "../flow-context.ts";
import type { Journal } from "../journal.ts";
import { recallFrom } from "../recall-from.ts";
import type { Position } from "./position.ts";

type Steps = Pick<FlowContext, "step" | "remember" | "recall" | "read" | "reset">;

/** What a flow does and looks up, and the step that is running: nobody is asked anything inside one. */
export function createSteps({
  journal,
  position,
  lookUps,
}: {
  readonly journal: Journal;
  readonly position: Position;
  readonly lookUps: Map<string, unknown>;
}): { readonly context: Steps; readonly runningStep: () => string | undefined } {
  let running: string | undefined;
  const recall = recallFrom(journal);
  const finish = async <T>(id: string, result: T): Promise<T> => {
    await journal.finishStep(id, result ?? null);
    position.wall();
    return result;
  };
  const context: Steps = {
    recall,
    step: async (key, run) => {
      const earlier = recall(key);
      if (earlier !== undefined) {
        position.wall();
        return earlier;
      }
      running = key.id;
      try {
        return await finish(key.id, await run());
      } finally {
        running = undefined;
      }
    },
    remember: async (key, value) => {
      const isKnown = JSON.stringify(journal.step(key.id)) === JSON.stringify(value);
      if (!isKnown) return finish(key.id, value);
      position.wall();
      return value;
    },
    read: async <T>(id: string, look: () => Promise<T>) => {
      if (!lookUps.has(id)) lookUps.set(id, await look());
      return lookUps.get(id) as T;
    },
    reset: async (what) => {
      const id = typeof what === "string" ? what : what.id;
      lookUps.delete(id);
      if (journal.step(id) !== undefined) await journal.forgetStep(id);
    },
  };
  return { context, runningStep: () => running };
}
