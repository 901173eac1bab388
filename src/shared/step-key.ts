import * as v from "valibot";

/** What a journal keeps of one finished step: under which id, and what its result looks like. */
export interface StepKey<T> {
  /** Begins with the host, carries the step's inputs, and holds no secret. */
  readonly id: string;
  /** The result, or undefined where the journal holds none that can be used: it is a file that anybody may change. */
  readonly read: (found: unknown) => T | undefined;
}

/** @param shape of the result; it is JSON and holds no secret */
export function stepKey<T>(id: string, shape: v.GenericSchema<unknown, T>): StepKey<T> {
  return {
    id,
    read: (found) => {
      const reading = v.safeParse(shape, found);
      return reading.success ? reading.output : undefined;
    },
  };
}

/** A step that leaves nothing to know but that it was done. */
export function doneKey(id: string): StepKey<true> {
  return stepKey(id, v.literal(true));
}
