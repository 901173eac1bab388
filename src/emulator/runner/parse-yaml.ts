import { parseDocument } from "yaml";
import { WorkflowRefused } from "./yaml-reader.ts";

/**
 * Load this file lazily, not the library itself: esbuild gives a lazily loaded CommonJS library no named exports.
 * @throws WorkflowRefused when the text is no YAML
 */
export function parseYaml(text: string): unknown {
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem) throw new WorkflowRefused(`The workflow is not valid YAML: ${problem.message}`);
  return document.toJS();
}

/** Parses YAML, and returns undefined if the text is not YAML. */
export function parseYamlIfValid(text: string): unknown {
  const document = parseDocument(text);
  return document.errors.length > 0 ? undefined : document.toJS();
}
