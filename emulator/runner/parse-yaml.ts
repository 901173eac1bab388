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
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new WorkflowRefused(`The workflow is not valid YAML: ${error.message}`);
  }
}

/** Parses YAML, and returns undefined if the text is not YAML, or if its aliases lead nowhere or stand for too much. */
export function parseYamlIfValid(text: string): unknown {
  try {
    return parseYaml(text);
  } catch {
    return undefined;
  }
}
