import { createHash } from "node:crypto";
import * as v from "valibot";

/** A step's ID in the journal, and the shape of its result. */
export interface StepKey<T> {
  /**
   * ID of the step. It starts with the host, includes the step's inputs, and does not contain a
   * secret.
   */
  readonly id: string;
  /**
   * Validates a stored result, because the journal file can be edited. Returns undefined if the
   * result is invalid.
   */
  readonly read: (found: unknown) => T | undefined;
  /**
   * Converts a result for the journal; by default, it is stored unchanged. Declared as a method, so
   * that every key can be assigned to `StepKey<unknown>`.
   */
  write?(result: T): unknown;
}

/** @param shape schema of the result, which is JSON and contains no secret */
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
 * Creates a key whose stored result is bound to its ID and therefore to the step's inputs. An
 * edited result, or the result of another step, counts as missing.
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

/** Creates the key of a step that only records its completion. */
export function doneKey(id: string): StepKey<true> {
  return stepKey(id, v.literal(true));
}
