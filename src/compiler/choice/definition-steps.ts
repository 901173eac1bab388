import { createHash } from "node:crypto";
import * as v from "valibot";
import { doneKey, stepKey, type StepKey } from "../../shared/step-key.ts";

/**
 * Identifies a definition or pipeline that was written with this text.
 * @param path absolute path
 */
export function writtenStep(path: string, text: string): StepKey<true> {
  return doneKey(`engine ${path} ${hashOf(text)}`);
}

/** State of the files and secrets on which the answers of a setup are based. */
const begunShape = v.object({
  /**
   * Hashes of the contents that each file may have: the existing and the planned content. Empty
   * before the first question.
   */
  definition: v.array(v.string()),
  pipeline: v.array(v.string()),
  /** Hashes of the secrets that do not have to be stored again if a value exists. */
  settled: v.array(v.string()),
});

export type Begun = v.InferOutput<typeof begunShape>;

/** Identifies the start of a setup. */
export function begunStep(path: string): StepKey<Begun> {
  return stepKey(`engine ${path} begun`, begunShape);
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Identifies a secret variable that was stored for the pipeline of a definition.
 * @param path absolute path of the definition
 */
export function storedSecretStep(path: string, name: string): StepKey<true> {
  return doneKey(`engine ${path} secret ${name}`);
}
