import { parseObject, toFields, toWhole } from "../../forge/parse-object.ts";
import type { Reach } from "./requirement.ts";

/**
 * Reads of the settings what admission needs: how many targets, and the cap. It is a quick look, which believes nothing
 * that is odd: undefined says that the file has to be read in full, by whoever can tell what is wrong with it. What else
 * the settings say, a run that is let in reads for itself.
 */
export function readReach(text: string): Reach | undefined {
  const settings = parseObject(text);
  const targets = settings?.["targets"];
  const cap = toWhole(toFields(settings?.["caps"])?.["repositories"]);
  const isMode = settings?.["mode"] === "review" || settings?.["mode"] === "live";
  if (settings?.["version"] !== 1 || !isMode || !isTargets(targets)) return undefined;
  return cap === undefined || cap < 1 || cap > 10_000
    ? undefined
    : { targets: targets.length, cap };
}

const fullName = /^[A-Za-z\d][A-Za-z\d-]{0,38}\/[\w.-]{1,100}$/;

function isTargets(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  const isEach = value.every((each) => typeof each === "string" && fullName.test(each));
  return isEach && new Set(value).size === value.length;
}
