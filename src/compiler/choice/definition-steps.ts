import { createHash } from "node:crypto";
import { doneKey, type StepKey } from "../../shared/step-key.ts";

/** That a definition, or its pipeline, was written with this text. @param path the whole path */
export function writtenStep(path: string, text: string): StepKey<true> {
  const hash = createHash("sha256").update(text).digest("hex");
  return doneKey(`engine ${path} ${hash}`);
}

/** That a secret variable was stored for the pipeline of a definition. @param path the whole path of the definition */
export function storedSecretStep(path: string, name: string): StepKey<true> {
  return doneKey(`engine ${path} secret ${name}`);
}
