import { parseObject, toFields, toInteger } from "../../forge/parse-object.ts";
import { parseRepositoryName } from "../../forge/repository-name.ts";
import type { Reach } from "./requirement.ts";

/**
 * Reads the number of targets and the maximum per run from the settings. For speed, this function
 * returns undefined for unusual content. In that case, the caller must parse the complete file to
 * explain the problem. An admitted run reads the other settings itself.
 */
export function readReach(text: string): Reach | undefined {
  const settings = parseObject(text);
  const targets = settings?.["targets"];
  const cap = toInteger(toFields(settings?.["caps"])?.["repositories"]);
  const isMode = settings?.["mode"] === "review" || settings?.["mode"] === "live";
  if (settings?.["version"] !== 1 || !isMode || !isTargets(targets)) return undefined;
  return cap === undefined || cap < 1 || cap > 10_000
    ? undefined
    : { targets: targets.length, cap };
}

function isTargets(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  const isEach = value.every(
    (each) => typeof each === "string" && parseRepositoryName(each)?.full === each,
  );
  return isEach && new Set(value).size === value.length;
}
