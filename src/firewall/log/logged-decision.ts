import type { DenialReason } from "../rules/policy.ts";
import type { LogEntry } from "./log-entry.ts";

/** One line of `decisions.jsonl`: what is kept of a `LogEntry`, masked. Its shape stays; more may come. */
export interface LoggedDecision {
  /** ISO 8601. */
  readonly at: string;
  readonly kind: LogEntry["kind"];
  readonly way: LogEntry["way"];
  readonly allowed: boolean;
  /** Where the rule stands that decided. */
  readonly rule?: string | undefined;
  readonly reason?: DenialReason | undefined;
  readonly because: string;
  /** A rule that would have allowed it. */
  readonly suggestion?: string | undefined;
  readonly method?: string | undefined;
  /** Of a request: the whole address. */
  readonly url?: string | undefined;
  /** Of a connection: `host:port`. */
  readonly domain?: string | undefined;
  readonly status?: number | undefined;
  readonly protocol?: string | undefined;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly milliseconds: number;
  readonly failure?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** @returns undefined for what is no whole line: a run was killed while it wrote, or somebody else did */
export function readLoggedDecision(line: string): LoggedDecision | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isLogged(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const texts = ["at", "kind", "way", "because"];
const numbers = ["bytesSent", "bytesReceived", "milliseconds"];
const optionalTexts = ["rule", "reason", "suggestion", "method", "protocol", "failure"].concat([
  "userAgent",
  "url",
  "domain",
]);

function isLogged(value: unknown): value is LoggedDecision {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const has = (names: readonly string[], type: string) =>
    names.every((name) => typeof fields.get(name) === type);
  const mayHave = optionalTexts.every((name) =>
    ["string", "undefined"].includes(typeof fields.get(name)),
  );
  const isSomewhere = fields.has("url") || fields.has("domain");
  return (
    has(texts, "string") &&
    has(numbers, "number") &&
    has(["allowed"], "boolean") &&
    mayHave &&
    isSomewhere
  );
}
