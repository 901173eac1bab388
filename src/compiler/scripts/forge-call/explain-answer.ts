import { isLimited, readyAt } from "./plan-retry.ts";
import { cleanText } from "./print-lines.ts";
import { Problem } from "./problem.ts";
import type { Answer } from "./send-request.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object that an answer holds. @throws Problem where it is none: no forge's API answers so */
export function readFields({ status, text }: Answer, api: string): Fields {
  const value = parse(text);
  if (isFields(value)) return value;
  throw new Problem(
    `What answers at ${api} (${status}) is no forge's API: look at the api-url, and at what stands between.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An answer that nobody expects. @param wish what was asked for, as in "refuses to …" */
export function explainAnswer(answer: Answer, wish: string, api: string): Problem {
  const { status } = answer;
  if (isLimited(answer)) {
    const ready = readyAt(answer, Date.now());
    const again = ready ? `after ${ready.toISOString()}` : "later";
    return new Problem(`${api} is asked too often (${status}): try again ${again}.`);
  }
  if (status >= 500) return new Problem(`${api} failed (${status}), at the last try, too.`);
  const message = readFields(answer, api)["message"];
  const words = typeof message === "string" ? `: "${cleanText(message)}"` : "";
  return new Problem(`${api} refuses to ${wish} (${status})${words}.`);
}
