import { YAMLException, type Event } from "js-yaml";
import { parseFlows } from "./parse-flows.ts";
import { mayBeSecret } from "./quote.ts";
import { TooManyValues, TreeReader } from "./tree-reader.ts";
import { maxDepth, type ReadOptions, type YamlFault, type YamlText } from "./yaml-text.ts";

/**
 * Reads a single YAML 1.2 document with the position of every value, and reports all faults in the
 * YAML itself.
 */
export function readYaml(text: string, options: ReadOptions): YamlText {
  const { base = 0 } = options;
  let events: Event[];
  try {
    events = parseFlows(text, maxDepth);
  } catch (error) {
    return { faults: [faultOf(error, base)] };
  }
  const reader = new TreeReader(text, events, options);
  try {
    const root = reader.readDocument();
    return { ...(root && { root }), faults: reader.faults };
  } catch (error) {
    if (!(error instanceof TooManyValues)) throw error;
    const { offset, message } = error;
    return { faults: [...reader.faults, { kind: "size", offset, message }] };
  }
}

function faultOf(error: unknown, base: number): YamlFault {
  if (!(error instanceof YAMLException)) throw error;
  const offset = base + (error.mark?.position ?? 0);
  if (error.reason.includes("maxDepth")) {
    return { kind: "depth", offset, message: "is nested too deeply" };
  }
  // The parser's message can quote a word of the text, which may be a secret.
  if (mayBeSecret(error.reason)) return { kind: "syntax", offset, message: "invalid YAML" };
  const { reason } = error;
  return { kind: "syntax", offset, message: `invalid YAML: ${reason}`, reason };
}
