import type { LogEntry } from "./log-entry.ts";
import type { LoggedDecision } from "./logged-decision.ts";
import { escapeBytes, escapeCharacter, maskTarget, maskText, type Shown } from "./mask-target.ts";

/** One decision as the two files of the log have it, each with its line break. */
export interface LogLines {
  /** As Squid and what reads its logs would have it. */
  readonly access: string;
  /** JSON. */
  readonly decision: string;
}

const longestTarget = 2048;
const longestText = 1000;

/** Says a decision in one line of each file. No body, no header but the client's own name, no credential. */
export function logLines(entry: LogEntry, shown: Shown): LogLines {
  const address = addressOf(entry, shown);
  const decision = `${escapeInvisible(JSON.stringify(describe(entry, { address, shown })))}\n`;
  return { access: accessLine(entry, address), decision };
}

/** A decision as its line would say it, for who looks on while it is made. */
export function toLoggedDecision(entry: LogEntry, shown: Shown): LoggedDecision {
  return describe(entry, { address: addressOf(entry, shown), shown });
}

/** A whole URL of a request, `host:port` of a connection. */
function addressOf(entry: LogEntry, shown: Shown): string {
  const { scheme, host, port, target } = entry;
  const name = escapeBytes(cut(host.includes(":") ? `[${host}]` : host, longestText));
  if (entry.kind === "connection") return `${name}:${port}`;
  const isUsual = port === (scheme === "https" ? 443 : 80);
  const origin = `${scheme}://${name}${isUsual ? "" : `:${port}`}`;
  // Cut before it is masked: looking for credentials takes its time with what is long.
  const raw = target ?? "";
  const left = raw.length - longestTarget;
  const masked = maskTarget(raw.slice(0, longestTarget), shown);
  return `${origin}${masked}${left > 0 ? `[+${left}]` : ""}`;
}

/**
 * `1795233888.638 127.0.0.1:0 github.com -:- 1.1 GET 403 TCP_DENIED:HIER_NONE https://github.com/a "curl/7.88.1"`:
 * when, client, host, origin, HTTP version, method, status, what was done, address, client's name.
 */
function accessLine(entry: LogEntry, address: string): string {
  const { at, kind, host, method, status, protocol, userAgent } = entry;
  const words = [
    (at.getTime() / 1000).toFixed(3),
    "127.0.0.1:0",
    escapeBytes(cut(host, longestText)) || "-",
    "-:-",
    protocol === "h2" ? "2.0" : "1.1",
    kind === "connection" ? "CONNECT" : escapeBytes(cut(method ?? "-", 32)),
    status ?? (entry.decision.allowed ? 0 : 403),
    resultOf(entry),
    address,
    `"${quotable(userAgent ?? "-")}"`,
  ];
  return `${words.join(" ")}\n`;
}

/** Squid's own words for it. */
function resultOf({ decision, kind, failure }: LogEntry): string {
  if (!decision.allowed) return "TCP_DENIED:HIER_NONE";
  const way = kind === "connection" ? "TCP_TUNNEL" : "TCP_MISS";
  return `${way}:${failure === undefined ? "HIER_DIRECT" : "HIER_NONE"}`;
}

function quotable(text: string): string {
  return maskText(cut(text, longestText), "values").replaceAll(
    /[^\x20-\x7e]|["\\]/g,
    escapeCharacter,
  );
}

function describe(
  entry: LogEntry,
  { address, shown }: { address: string; shown: Shown },
): LoggedDecision {
  const { decision, kind, method, failure, userAgent } = entry;
  const text = (words: string) => maskText(cut(words, longestText), shown);
  return {
    at: entry.at.toISOString(),
    kind,
    way: entry.way,
    allowed: decision.allowed,
    ...(decision.rule && { rule: decision.rule.id }),
    ...(!decision.allowed && { reason: decision.reason }),
    because: text(decision.because),
    ...(!decision.allowed && decision.suggestion && { suggestion: text(decision.suggestion) }),
    ...(method !== undefined && { method: cut(method, 32) }),
    ...(kind === "connection" ? { domain: address } : { url: address }),
    ...(entry.status !== undefined && { status: entry.status }),
    ...(entry.protocol !== undefined && { protocol: entry.protocol }),
    bytesSent: entry.bytesSent,
    bytesReceived: entry.bytesReceived,
    milliseconds: Math.round(entry.milliseconds * 10) / 10,
    ...(failure !== undefined && { failure: text(failure) }),
    ...(userAgent !== undefined && { userAgent: text(userAgent) }),
  };
}

/** What JSON leaves as it is, and a terminal or a reader would not show as it is. */
function escapeInvisible(json: string): string {
  if (!/[^\x20-\x7e]/.test(json)) return json;
  return json.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\ufffe\uffff]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16);
      return `\\u${unit.padStart(4, "0")}`;
    }).join(""),
  );
}

/** Says how much is left out. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}[+${text.length - longest}]`;
}
