import { findNearest } from "../../shared/find-nearest.ts";
import type { YamlMap } from "../../yaml/yaml-node.ts";
import { fault } from "../rules/fault.ts";
import type { RuleProblem } from "../rules/rule-options.ts";
import type { Locate } from "./config-document.ts";
import { alias, wrong } from "./config-values.ts";

/**
 * Returns the problems with keys that an entry cannot have.
 * @param kind the entry with its article, such as `a rule`
 */
export function findStrange(
  { fields }: YamlMap,
  keys: readonly string[],
  { locate, kind }: { readonly locate: Locate; readonly kind: string },
): readonly RuleProblem[] {
  return fields.flatMap(({ key }) => {
    if (key.isAlias) return wrong(locate(key), alias).problems;
    if (keys.includes(key.text)) return [];
    const unknown = fault(`is not a valid key in ${kind}`, findNearest(key.text, keys));
    return wrong({ ...locate(key), text: key.text }, unknown).problems;
  });
}
