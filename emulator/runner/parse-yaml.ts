import { readYaml } from "../../src/yaml/read-yaml.ts";
import { plainOf } from "../../src/yaml/yaml-node.ts";
import { WorkflowRefused } from "./yaml-reader.ts";

/** @throws WorkflowRefused if the text is not valid YAML */
export function parseYaml(text: string): unknown {
  const { root, faults } = readYaml(text.replace(/^\ufeff/, ""), { what: "workflow" });
  const fault = faults.find(({ kind }) => kind !== "core tag");
  if (!fault) return root && plainOf(root);
  throw new WorkflowRefused(`The workflow is not valid YAML: ${fault.reason ?? fault.message}`);
}

/**
 * Parses YAML. Returns undefined if the text is not valid YAML, or if an alias is undefined or
 * expands to too many nodes.
 */
export function parseYamlIfValid(text: string): unknown {
  try {
    return parseYaml(text);
  } catch {
    return undefined;
  }
}
