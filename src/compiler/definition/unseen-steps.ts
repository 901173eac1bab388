import { itemSite } from "../../yaml/scalar-shapes.ts";
import { pathTo } from "../../yaml/record-shape.ts";
import type { Site } from "../../yaml/shape.ts";
import type { YamlNode } from "../../yaml/yaml-node.ts";

/**
 * Refuses steps from another file, and steps passed as parameters, because the compiler cannot
 * check which variables they use.
 * @param why end of the error message: `in a job that mints a token`
 */
export function refuseUnseen(node: YamlNode, site: Site, why: string): void {
  const report = (at: YamlNode, path: string) =>
    site.findings.error(at, path, {
      message: `includes steps that gatehouse cannot check, ${why}`,
      hint: "Write the steps in this file",
    });
  if (node.kind === "scalar") {
    if (node.text.includes("${{")) report(node, site.path);
    return;
  }
  if (node.kind === "list") {
    for (const [at, item] of node.items.entries())
      refuseUnseen(item, itemSite(site, at, item), why);
    return;
  }
  for (const { key, value } of node.fields) {
    const path = pathTo(site, key.text);
    if (key.text.toLowerCase() === "template") report(key, path);
    else if (addsSteps.test(key.text)) refuseUnseen(value, { ...site, path, key }, why);
  }
}

/** Template keys that add steps, or fields to a step. */
const addsSteps = /^\s*\$\{\{\s*(?:if|elseif|else|each|insert)\b/;
