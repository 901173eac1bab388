import { readJson, fieldsOf } from "./json-value.ts";
import type { OutputFile } from "./read-output-file.ts";

/** The engine's verdict on the proposals, from a second run. */
export type Verdict =
  | { readonly isReported: true; readonly isSafe: boolean; readonly reasons: readonly string[] }
  /** There is no valid verdict, so the proposals count as unsafe. */
  | { readonly isReported: false; readonly reason: string };

/** Maximum size in bytes. */
export const largestVerdict = 64 * 1024;

/** Accepts only `{"safe": true|false, "reasons": ["…"]}` as a verdict. */
export function readVerdict(file: OutputFile): Verdict {
  if (file.kind === "missing") return invalid("the file is missing");
  if (file.kind === "unreadable") return invalid(file.reason);
  const text = file.text.trim();
  if (text === "") return invalid("it is empty");
  const reading = readJson(text);
  if (!reading.isJson) return invalid(`it ${reading.reason}`);
  const fields = fieldsOf(reading.value);
  const [isSafe, reasons] = [fields?.get("safe"), fields?.get("reasons")];
  const hasShape = fields?.size === 2 && typeof isSafe === "boolean" && Array.isArray(reasons);
  if (!hasShape) return invalid('it is not {"safe": true or false, "reasons": […]}');
  const words = reasons.filter((each: unknown) => typeof each === "string");
  if (words.length < reasons.length) return invalid("one of its reasons is not a string");
  return { isReported: true, isSafe, reasons: words };
}

function invalid(reason: string): Verdict {
  return { isReported: false, reason };
}
