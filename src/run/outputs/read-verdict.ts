import { readJson, fieldsOf } from "./json-value.ts";
import type { OutputFile } from "./read-output-file.ts";

/** What the second run of the engine says of the proposals. */
export type Verdict =
  | { readonly isTold: true; readonly isSafe: boolean; readonly reasons: readonly string[] }
  /** There is no verdict: it counts as no. */
  | { readonly isTold: false; readonly because: string };

/** In bytes. */
export const largestVerdict = 64 * 1024;

/** Takes exactly `{"safe": true|false, "reasons": ["…"]}` for a verdict, and nothing else. */
export function readVerdict(file: OutputFile): Verdict {
  if (file.is === "missing") return untold("there is none");
  if (file.is === "unreadable") return untold(file.because);
  const text = file.text.trim();
  if (text === "") return untold("it is empty");
  const reading = readJson(text);
  if (!reading.isJson) return untold(`it ${reading.because}`);
  const fields = fieldsOf(reading.value);
  const [isSafe, reasons] = [fields?.get("safe"), fields?.get("reasons")];
  const hasShape = fields?.size === 2 && typeof isSafe === "boolean" && Array.isArray(reasons);
  if (!hasShape) return untold('it is not {"safe": true or false, "reasons": […]}');
  const words = reasons.filter((each: unknown) => typeof each === "string");
  if (words.length < reasons.length) return untold("one of its reasons is no text");
  return { isTold: true, isSafe, reasons: words };
}

function untold(because: string): Verdict {
  return { isTold: false, because };
}
