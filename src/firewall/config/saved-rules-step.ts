import { createHash } from "node:crypto";
import * as v from "valibot";
import { doneKey, stepKey, type StepKey } from "../../shared/step-key.ts";

/**
 * Returns the step key for writing this text to a rules file.
 * @param path absolute path
 */
export function savedRulesStep(path: string, text: string): StepKey<true> {
  const hash = createHash("sha256").update(text).digest("hex");
  return doneKey(`rules file ${path} ${hash}`);
}

/**
 * Returns the step key for the consent to interception in a rules file. The result of the step is
 * the time of the consent, in ISO 8601.
 */
export function acknowledgedStep(
  path: string,
  { who, text }: { readonly who: string; readonly text: readonly string[] },
): StepKey<string> {
  const hash = createHash("sha256")
    .update(JSON.stringify([who, text]))
    .digest("hex");
  return stepKey(`rules file ${path} acknowledged ${hash}`, v.pipe(v.string(), v.isoTimestamp()));
}
