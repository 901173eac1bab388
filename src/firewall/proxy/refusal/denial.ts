import { maskUserInfo } from "../../log/mask-user-info.ts";
import { printableLine } from "../../../shared/print-text.ts";
import type { Decision, DenialReason } from "../../rules/policy.ts";

export type Denial = Extract<Decision, { allowed: false }>;

/** Creates a denial by the proxy itself, not by the rules. */
export function refuse(reason: DenialReason, explanation: string): Denial {
  return { allowed: false, reason, explanation };
}

/** A complete response: a flat list of headers with lowercase names, and a body. */
export interface WrittenAnswer {
  readonly headers: readonly string[];
  readonly body: string;
}

export interface DenialOptions {
  readonly accept: string | undefined;
  readonly whomToAsk: string | undefined;
}

/**
 * Writes the response for a denied request. The response is short and states clearly that a retry
 * is useless.
 */
export function writeDenial(given: Denial, { accept, whomToAsk }: DenialOptions): WrittenAnswer {
  const denial = { ...given, explanation: maskUserInfo(given.explanation) };
  const asksJson = /\bjson\b/i.test(accept ?? "");
  const body = asksJson ? asJson(denial, whomToAsk) : asText(denial, whomToAsk);
  return formatAnswer(body, asksJson, ["x-gatehouse-denied", denial.reason]);
}

const longestStatusText = 160;

/**
 * Returns the reason for a status line. Several clients show only this line, for example Python's
 * urllib, wget, and Go's for a CONNECT request.
 */
export function statusText({
  explanation,
  suggestion,
}: Pick<Denial, "explanation" | "suggestion">): string {
  const more = isOption(suggestion) ? `; ${suggestion} would allow it` : "";
  const line = `Blocked by policy: ${printableLine(maskUserInfo(explanation))}${more}`;
  return line.replaceAll(/[^\x20-\x7e]/gu, "?").slice(0, longestStatusText);
}

/** Writes the response for a request that the rules allow but that failed on the network. */
export function writeFailure(explanation: string, { accept }: DenialOptions): WrittenAnswer {
  const asksJson = /\bjson\b/i.test(accept ?? "");
  const line = printableLine(explanation);
  const body = asksJson
    ? `${JSON.stringify({ error: "not reached", explanation: line })}\n`
    : `Allowed by policy, but the request failed: ${line}.\n`;
  return formatAnswer(body, asksJson, ["x-gatehouse-failed", "upstream"]);
}

/** @param more further headers: name, value, name, value */
export function formatAnswer(
  body: string,
  isJson: boolean,
  more: readonly string[],
): WrittenAnswer {
  const type = isJson ? "application/json" : "text/plain; charset=utf-8";
  const length = String(Buffer.byteLength(body));
  const common = ["content-type", type, "content-length", length, "cache-control", "no-store"];
  return { headers: [...common, ...more], body };
}

function asText({ explanation, rule, suggestion }: Denial, whomToAsk: string | undefined): string {
  const lines = [
    `Blocked by policy: ${explanation}.`,
    ...(rule ? [`Rule: ${rule.id} (${rule.text})${rule.note ? `: ${rule.note}` : ""}.`] : []),
    ...(suggestion
      ? [`The ${isOption(suggestion) ? "option" : "rule"} ${suggestion} would allow it.`]
      : []),
    `Do not retry and do not work around this: the result stays the same. Ask ${whomToAsk ?? "the operator"}.`,
  ];
  return `${lines.map(printableLine).join("\n")}\n`;
}

/** Returns whether a suggestion is an option, such as `--resolve`, and not a rule. */
function isOption(suggestion: string | undefined): boolean {
  return suggestion?.startsWith("--") ?? false;
}

function asJson(denial: Denial, whomToAsk: string | undefined): string {
  const { reason, explanation, rule, suggestion } = denial;
  const ask = whomToAsk ?? "the operator";
  const body = {
    error: "blocked by policy",
    reason,
    explanation,
    rule,
    suggestion,
    retry: false,
    ask,
  };
  return `${JSON.stringify(body)}\n`;
}
