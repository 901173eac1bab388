import { record } from "../../shared/cache-once.ts";
import { addressOf } from "../rules/url-text.ts";
import type { LogEntry, LoggedDecision } from "./logged-decision.ts";
import { maskTargetUserInfo, maskUserInfo } from "./mask-user-info.ts";
import { escapeBytes, escapeCharacter, maskTarget, maskText, type Shown } from "./mask-target.ts";

/** The lines that describe one decision in the two log files. Each line includes its line break. */
export interface LogLines {
  /** One line in Squid's format. */
  readonly access: string;
  /** One line of JSON. */
  readonly decision: string;
}

const longestTarget = 2048;
const longestText = 1000;

/**
 * Formats a decision as one line for each log file. The lines do not contain any body or
 * credential, and the only header is the client's user agent.
 */
export function logLines(entry: LogEntry, shown: Shown): LogLines {
  const address = maskedAddressOf(entry, shown);
  const decision = `${escapeInvisible(JSON.stringify(describe(entry, { address, shown })))}\n`;
  return { access: accessLine(entry, address), decision };
}

/** Returns the complete URL of a request, or `host:port` of a connection. */
export function maskedAddressOf(entry: LogEntry, shown: Shown): string {
  const { scheme, host, port, target } = entry;
  const name = host.includes(":") ? `[${escapeHost(host)}]` : escapeHost(host);
  if (entry.kind === "connection") return `${name}:${port}`;
  const origin = addressOf({ scheme, host: name, port });
  // Most masking is slow for long texts, so the target is truncated first. User information is
  // masked before that, because truncation before its @ would expose a password.
  const raw = maskTargetUserInfo(target ?? "");
  const left = raw.length - longestTarget;
  const masked = maskTarget(raw.slice(0, longestTarget), shown);
  return `${origin}${masked}${left > 0 ? `[+${left}]` : ""}`;
}

/**
 * Formats a line as Squid does: `1795233888.638 127.0.0.1:0 github.com -:- 1.1 GET 403
 * TCP_DENIED:HIER_NONE https://github.com/a "curl/7.88.1"`. The fields are time, client, host,
 * origin, HTTP version, method, status, result, address, user agent.
 */
function accessLine(entry: LogEntry, address: string): string {
  const { at, kind, host, method, status, protocol, userAgent } = entry;
  const words = [
    formatTime(at).unix,
    "127.0.0.1:0",
    escapeHost(host) || "-",
    "-:-",
    protocol === "h2" ? "2.0" : "1.1",
    kind === "connection" ? "CONNECT" : escapeBytes(cut(method ?? "-", 32)),
    status ?? (entry.decision.allowed ? 0 : 403),
    resultOf(entry),
    address,
    userAgent === undefined ? '"-"' : quote(userAgent),
  ];
  return `${words.join(" ")}\n`;
}

/** Returns Squid's name for the result. */
function resultOf({ decision, kind, failure }: LogEntry): string {
  if (!decision.allowed) return "TCP_DENIED:HIER_NONE";
  const way = kind === "connection" ? "TCP_TUNNEL" : "TCP_MISS";
  return `${way}:${failure === undefined ? "HIER_DIRECT" : "HIER_NONE"}`;
}

/**
 * Formatting a date takes longer than the rest of a line, so dates in the same second are formatted
 * only once.
 */
const formatTime = createClock();

function createClock() {
  let [second, text] = [NaN, ""];
  return (at: Date) => {
    const seconds = Math.floor(at.getTime() / 1000);
    if (seconds !== second)
      [second, text] = [seconds, new Date(seconds * 1000).toISOString().slice(0, -4)];
    const rest = String(at.getTime() - seconds * 1000).padStart(3, "0");
    return { iso: `${text}${rest}Z`, unix: `${seconds}.${rest}` };
  };
}

// Caches results, because thousands of requests share a few host names, reasons and user agents.
const escapeHost = record((host) => escapeBytes(cut(host, longestText)));
const masked = {
  names: cachePlain((text) => maskText(cut(maskUserInfo(text), longestText), "names")),
  values: cachePlain((text) => maskText(cut(maskUserInfo(text), longestText), "values")),
};
const quote = cachePlain((text) => {
  const plain = masked.values(text).replaceAll(/[^\x20-\x7e]|["\\]/g, escapeCharacter);
  return `"${plain}"`;
});

/**
 * Works like `record`, but does not cache text that may contain a credential, such as a query or a
 * long word.
 */
function cachePlain(compute: (text: string) => string): (text: string) => string {
  const known = record(compute);
  return (text) => (/[?@=]|[\w%+-]{20}/.test(text) ? compute(text) : known(text));
}

/**
 * Sets absent fields to undefined, because JSON omits them. Adding fields conditionally would take
 * half of the total time per line.
 */
function describe(
  entry: LogEntry,
  { address, shown }: { address: string; shown: Shown },
): LoggedDecision {
  const { decision, kind, method, failure, userAgent } = entry;
  const text = masked[shown];
  const denial = decision.allowed ? undefined : decision;
  return {
    at: formatTime(entry.at).iso,
    kind,
    way: entry.way,
    allowed: decision.allowed,
    rule: decision.rule?.id,
    reason: denial?.reason,
    explanation: text(decision.explanation),
    suggestion: denial?.suggestion === undefined ? undefined : text(denial.suggestion),
    method: method === undefined ? undefined : cut(method, 32),
    domain: kind === "connection" ? address : undefined,
    url: kind === "connection" ? undefined : address,
    status: entry.status,
    protocol: entry.protocol,
    bytesSent: entry.bytesSent,
    bytesReceived: entry.bytesReceived,
    milliseconds: Math.round(entry.milliseconds * 10) / 10,
    failure: failure === undefined ? undefined : text(failure),
    userAgent: userAgent === undefined ? undefined : text(userAgent),
    credential: entry.credential,
  };
}

/** Escapes characters that are valid in JSON but invisible in a terminal or editor. */
export function escapeInvisible(json: string): string {
  if (!/[^\x20-\x7e]/.test(json)) return json;
  return json.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\ufffe\uffff]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16);
      return `\\u${unit.padStart(4, "0")}`;
    }).join(""),
  );
}

/** Truncates a text and appends the number of omitted characters. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}[+${text.length - longest}]`;
}
