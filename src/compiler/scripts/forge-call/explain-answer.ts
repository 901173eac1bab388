import { isLimited, readyAt } from "./plan-retry.ts";
import { cleanText } from "./print-lines.ts";
import { Problem } from "./problem.ts";
import type { Answer } from "./send-request.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Parses the JSON object in a response.
 * @throws Problem if the body is not an object, which means that the server is not the API
 */
export function readFields({ status, text }: Answer, api: string): Fields {
  const value = parse(text);
  if (isFields(value)) return value;
  throw new Problem(
    `The response from ${api} (${status}) is not from a GitHub API. Check api-url and any proxy in between.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Explains an unexpected response.
 * @param wanted verb phrase for the requested action, which completes "refused to …"
 */
export function explainAnswer(answer: Answer, wanted: string, api: string): Problem {
  const { status } = answer;
  if (isLimited(answer)) {
    const ready = readyAt(answer, Date.now());
    const again = ready ? `after ${ready.toISOString()}` : "later";
    return new Problem(`Rate limit of ${api} exceeded (${status}). Try again ${again}.`);
  }
  if (status >= 500) return new Problem(`${api} failed (${status}), even on the last retry.`);
  const message = readFields(answer, api)["message"];
  const words = typeof message === "string" ? `: "${cleanText(message)}"` : "";
  return new Problem(`${api} refused to ${wanted} (${status})${words}.`);
}
