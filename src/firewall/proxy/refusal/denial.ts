import { maskUserInfo } from "../../log/mask-user-info.ts";
import { printableLine } from "../../../shared/print-text.ts";
import type { Decision, DenialReason } from "../../rules/policy.ts";

export type Denial = Extract<Decision, { allowed: false }>;

/** A denial of the proxy's own: what no rule decides. */
export function refuse(reason: DenialReason, because: string): Denial {
  return { allowed: false, reason, because };
}

/** An answer that is written whole: its headers, flat and in lower case, and its body. */
export interface WrittenAnswer {
  readonly headers: readonly string[];
  readonly body: string;
}

export interface DenialOptions {
  /** The Accept header of the request. */
  readonly accept: string | undefined;
  readonly whomToAsk: string | undefined;
}

/** What the one who is denied reads: short, and clear that to try again is of no use. */
export function writeDenial(given: Denial, { accept, whomToAsk }: DenialOptions): WrittenAnswer {
  const denial = { ...given, because: maskUserInfo(given.because) };
  const asksJson = /\bjson\b/i.test(accept ?? "");
  const body = asksJson ? asJson(denial, whomToAsk) : asText(denial, whomToAsk);
  return answer(body, asksJson, ["x-gatehouse-denied", denial.reason]);
}

/** The same for what the rules allow and the network does not. */
export function writeFailure(because: string, { accept }: DenialOptions): WrittenAnswer {
  const asksJson = /\bjson\b/i.test(accept ?? "");
  const line = printableLine(because);
  const body = asksJson
    ? `${JSON.stringify({ error: "not reached", because: line })}\n`
    : `Allowed by policy, but not reached: ${line}.\n`;
  return answer(body, asksJson, ["x-gatehouse-failed", "upstream"]);
}

function answer(body: string, isJson: boolean, more: readonly string[]): WrittenAnswer {
  const type = isJson ? "application/json" : "text/plain; charset=utf-8";
  const length = String(Buffer.byteLength(body));
  const common = ["content-type", type, "content-length", length, "cache-control", "no-store"];
  return { headers: [...common, ...more], body };
}

function asText({ because, rule, suggestion }: Denial, whomToAsk: string | undefined): string {
  const lines = [
    `Blocked by policy: ${because}.`,
    ...(rule ? [`Rule: ${rule.id} (${rule.text})${rule.note ? `: ${rule.note}` : ""}.`] : []),
    ...(suggestion ? [`It would take the rule ${suggestion}.`] : []),
    `Do not retry and do not look for a way around: the answer stays the same. Ask ${whomToAsk ?? "the operator"}.`,
  ];
  return `${lines.map(printableLine).join("\n")}\n`;
}

function asJson(denial: Denial, whomToAsk: string | undefined): string {
  const { reason, because, rule, suggestion } = denial;
  const ask = whomToAsk ?? "the operator";
  const told = { error: "blocked by policy", reason, because, rule, suggestion, retry: false, ask };
  return `${JSON.stringify(told)}\n`;
}
