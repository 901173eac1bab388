import type { CapturedBodies } from "./captured-body.ts";
import type { Decision, DenialReason } from "../rules/policy.ts";

/** Fields of a decision that are the same in memory and in the log. */
interface Observed {
  /**
   * `connection`: a connection whose content was not inspected. `request`: one inspected request.
   * `provider`: a request through the API sidecar.
   */
  readonly kind: "connection" | "request" | "provider";
  /**
   * `proxy`: sent to the proxy's port. `caught`: intercepted from a tool that does not support
   * proxies.
   */
  readonly way: "proxy" | "caught";
  /** Undefined for connections. */
  readonly method?: string | undefined;
  /** Status code that the client received, such as 200, 403 or 502. It is 200 for a tunnel. */
  readonly status?: number | undefined;
  /** `http/1.1`, `h2`, `websocket`, or `tls` for a tunnel. */
  readonly protocol?: string | undefined;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly milliseconds: number;
  /** An error other than a denial: `the origin's certificate has expired`. */
  readonly failure?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Location of the entry in a rules file whose credential was added. */
  readonly credential?: string | undefined;
}

/**
 * One decision of the proxy in memory, with its outcome. It is not masked, so only `logLines` is
 * allowed to write it.
 */
export interface LogEntry extends Observed {
  /** Time at which the connection or request arrived. */
  readonly at: Date;
  readonly decision: Decision;
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  /** Path and query of a request, as received. */
  readonly target?: string | undefined;
  /** Bodies of the request and the response; undefined if they are not logged. */
  readonly bodies?: CapturedBodies | undefined;
}

/**
 * One line of `decisions.jsonl`, with credentials masked. Fields may be added, but existing fields
 * must not change.
 */
export interface LoggedDecision extends Observed {
  /** ISO 8601. */
  readonly at: string;
  readonly allowed: boolean;
  /** Location of the rule that determined the decision. */
  readonly rule?: string | undefined;
  readonly reason?: DenialReason | undefined;
  readonly explanation: string;
  /** A rule or option that would have allowed the request. */
  readonly suggestion?: string | undefined;
  /** Complete URL of a request. */
  readonly url?: string | undefined;
  /** `host:port` of a connection. */
  readonly domain?: string | undefined;
}

/**
 * @returns undefined if the line is incomplete or invalid, because the run was killed while writing
 *   it, or because another program wrote the line
 */
export function readLoggedDecision(line: string): LoggedDecision | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isLogged(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const texts = ["at", "kind", "way", "explanation"];
const numbers = ["bytesSent", "bytesReceived", "milliseconds"];
const optionalTexts = ["rule", "reason", "suggestion", "method", "protocol", "failure"].concat([
  "userAgent",
  "credential",
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
