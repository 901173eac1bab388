import { createHash } from "node:crypto";
import * as v from "valibot";
import { doneKey, stepKey, type StepKey } from "../../shared/step-key.ts";

/** That a rules file was written with this text. @param path the whole path */
export function savedRulesStep(path: string, text: string): StepKey<true> {
  const hash = createHash("sha256").update(text).digest("hex");
  return doneKey(`rules file ${path} ${hash}`);
}

/** That somebody has agreed to interception for a rules file, and when: ISO 8601. */
export function acknowledgedStep(
  path: string,
  { who, text }: { readonly who: string; readonly text: readonly string[] },
): StepKey<string> {
  const hash = createHash("sha256")
    .update(JSON.stringify([who, text]))
    .digest("hex");
  return stepKey(`rules file ${path} acknowledged ${hash}`, v.pipe(v.string(), v.isoTimestamp()));
}
