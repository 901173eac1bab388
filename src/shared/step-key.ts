import { createHash } from "node:crypto";
import * as v from "valibot";

/** What a journal keeps of one finished step: under which id, and what its result looks like. */
export interface StepKey<T> {
  /** Begins with the host, carries the step's inputs, and holds no secret. */
  readonly id: string;
  /** The result, or undefined where the journal holds none that can be used: it is a file that anybody may change. */
  readonly read: (found: unknown) => T | undefined;
  /** What the journal keeps of a result; the result itself unless told. A method: any key is one of something. */
  write?(result: T): unknown;
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

/**
 * A step whose result is bound to its id, and so to what it was done with: a result that was changed by hand, or is
 * another step's, is as if it were not there.
 */
export function boundKey<T extends object>(
  id: string,
  shape: v.GenericSchema<unknown, T>,
): StepKey<T> {
  const plain = stepKey(id, shape);
  const bind = (result: T) =>
    createHash("sha256")
      .update(JSON.stringify([id, result]))
      .digest("hex");
  const bound = v.object({ bound: v.string() });
  return {
    id,
    read: (found) => {
      const result = plain.read(found);
      const isBound = result && v.is(bound, found) && found.bound === bind(result);
      return isBound ? result : undefined;
    },
    write: (result) => ({ ...result, bound: bind(v.parse(shape, result)) }),
  };
}

/** A step that leaves nothing to know but that it was done. */
export function doneKey(id: string): StepKey<true> {
  return stepKey(id, v.literal(true));
}
