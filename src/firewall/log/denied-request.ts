import type { DeniedRequest } from "../rules/suggest-rule.ts";
import type { LoggedDecision } from "./logged-decision.ts";

const urlShape =
  /^(?<scheme>https?):\/\/(?<host>\[[^\]]+\]|[^/:?]+)(?::(?<port>\d+))?(?<path>[/?*][^?]*)?(?<query>\?)?/;
const domainShape = /^(?<host>.+):(?<port>\d+)$/;

/**
 * Returns the request of a log entry if it was denied because no rule allowed it. Returns undefined
 * for other denials, because a rule cannot change them. For a query, the result states only that
 * there was a query, because the log may omit its values.
 */
export function readDeniedRequest(decision: LoggedDecision): DeniedRequest | undefined {
  const { url, domain, method, reason, rule, suggestion } = decision;
  if (reason !== "no-rule" && reason !== "no-pattern") return undefined;
  // A rule denied the request: a pattern, which plain HTTP does not match.
  if (rule !== undefined) return undefined;
  const found = (url === undefined ? domainShape.exec(domain ?? "") : urlShape.exec(url))?.groups;
  const host = found?.["host"]?.replace(/^\[(.*)\]$/, "$1");
  if (!found || host === undefined) return undefined;
  const port = Number(found["port"] ?? (found["scheme"] === "http" ? 80 : 443));
  const isPlain = found["scheme"] === "http" || (url === undefined && port === 80);
  const scheme = isPlain ? "http" : "https";
  if (url === undefined) {
    const pattern = suggestion?.startsWith("https://") ? { pattern: suggestion } : {};
    return { scheme, host, port, ...pattern };
  }
  const target = `${found["path"] ?? "/"}${found["query"] === undefined ? "" : "?any"}`;
  return { scheme, host, port, target, ...(method !== undefined && { method }) };
}
