import { createHash } from "node:crypto";
import * as v from "valibot";
import { doneKey, stepKey, type StepKey } from "../../shared/step-key.ts";

/**
 * Returns the step key for writing this text to a definition or pipeline file.
 * @param path absolute path
 */
export function writtenStep(path: string, text: string): StepKey<true> {
  return doneKey(`engine ${path} ${hashOf(text)}`);
}

/** State of the files and secrets for which the answers were given. */
const begunShape = v.object({
  /**
   * Hashes of the file contents that the wizard expects: the existing and the planned content.
   * Empty before the first question.
   */
  definition: v.array(v.string()),
  pipeline: v.array(v.string()),
  /**
   * Hashes of secrets that were stored for their current purpose, or whose existing value the
   * operator keeps. The wizard does not ask for these secrets again.
   */
  settled: v.array(v.string()),
});

export type Begun = v.InferOutput<typeof begunShape>;

/** Returns the step key for the start of an engine setup. */
export function begunStep(path: string): StepKey<Begun> {
  return stepKey(`engine ${path} begun`, begunShape);
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Returns the step key for a secret that was stored for a definition's pipeline.
 * @param path absolute path of the definition
 */
export function storedSecretStep(path: string, name: string): StepKey<true> {
  return doneKey(`engine ${path} secret ${name}`);
}
