import type { Decision, DenialReason } from "../rules/policy.ts";

/** Fields that a decision has in memory and in the log. */
interface Observed {
  /** `connection`: nothing inside was seen. `request`: a whole request. `provider`: went through the API sidecar. */
  readonly kind: "connection" | "request" | "provider";
  /** How it came: by the proxy's own port, or caught without a proxy setting. */
  readonly way: "proxy" | "caught";
  /** Of a request only. */
  readonly method?: string | undefined;
  /** What the client got: 200, 403, 502; a tunnel's is 200. */
  readonly status?: number | undefined;
  /** `http/1.1`, `h2`, `websocket`, `tls` (a tunnel). */
  readonly protocol?: string | undefined;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly milliseconds: number;
  /** What went wrong beyond the rules: `the origin's certificate has expired`. */
  readonly failure?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** One decision of the proxy in memory, with what came of it. Nothing of it is masked: only `logLines` may write it. */
export interface LogEntry extends Observed {
  /** When the connection or the request came. */
  readonly at: Date;
  readonly decision: Decision;
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  /** Raw path and query of a request. */
  readonly target?: string | undefined;
}

/** The same decision, masked, as one line of `decisions.jsonl` has it. Fields can be added, but stay as they are. */
export interface LoggedDecision extends Observed {
  /** ISO 8601. */
  readonly at: string;
  readonly allowed: boolean;
  /** Where the rule stands that decided. */
  readonly rule?: string | undefined;
  readonly reason?: DenialReason | undefined;
  readonly because: string;
  /** A rule that would have allowed it. */
  readonly suggestion?: string | undefined;
  /** Of a request: the whole address. */
  readonly url?: string | undefined;
  /** Of a connection: `host:port`. */
  readonly domain?: string | undefined;
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
