import { createHash } from "node:crypto";
import * as v from "valibot";
import { doneKey, stepKey, type StepKey } from "../../shared/step-key.ts";

/** That a definition, or its pipeline, was written with this text. @param path the whole path */
export function writtenStep(path: string, text: string): StepKey<true> {
  return doneKey(`engine ${path} ${hashOf(text)}`);
}

/** What a setup's answers are about. */
const begunShape = v.object({
  /** Hashes of the texts that each file may have now: as it was found, and as it was to be written; none while nothing is asked. */
  definition: v.array(v.string()),
  pipeline: v.array(v.string()),
  /** Hashes of the secrets that need no storing, where a value is there. */
  settled: v.array(v.string()),
});

export type Begun = v.InferOutput<typeof begunShape>;

/** On what a setup began. @param path the whole path of the definition */
export function begunStep(path: string): StepKey<Begun> {
  return stepKey(`engine ${path} begun`, begunShape);
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** That a secret variable was stored for the pipeline of a definition. @param path the whole path of the definition */
export function storedSecretStep(path: string, name: string): StepKey<true> {
  return doneKey(`engine ${path} secret ${name}`);
}
