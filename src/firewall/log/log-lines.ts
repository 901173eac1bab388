import { remember } from "../../shared/cache-once.ts";
import { addressOf } from "../rules/url-text.ts";
import type { LogEntry, LoggedDecision } from "./logged-decision.ts";
import { maskTargetUserInfo, maskUserInfo } from "./mask-user-info.ts";
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
  const address = maskedAddressOf(entry, shown);
  const decision = `${escapeInvisible(JSON.stringify(describe(entry, { address, shown })))}\n`;
  return { access: accessLine(entry, address), decision };
}

/** A whole URL of a request, `host:port` of a connection. */
function maskedAddressOf(entry: LogEntry, shown: Shown): string {
  const { scheme, host, port, target } = entry;
  const name = host.includes(":") ? `[${escapeHost(host)}]` : escapeHost(host);
  if (entry.kind === "connection") return `${name}:${port}`;
  const origin = addressOf({ scheme, host: name, port });
  // Most masking is slow with long texts, so the target is cut before. User information is masked in all of it,
  // because a cut before its @ would show a password.
  const raw = maskTargetUserInfo(target ?? "");
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

/** Squid's own words for it. */
function resultOf({ decision, kind, failure }: LogEntry): string {
  if (!decision.allowed) return "TCP_DENIED:HIER_NONE";
  const way = kind === "connection" ? "TCP_TUNNEL" : "TCP_MISS";
  return `${way}:${failure === undefined ? "HIER_DIRECT" : "HIER_NONE"}`;
}

/** To write a date out takes longer than all the rest of a line: what is of the same second, is written once. */
const formatTime = createClock();

function createClock() {
  let [second, text] = [NaN, ""];
  return (at: Date) => {
    const whole = Math.floor(at.getTime() / 1000);
    if (whole !== second)
      [second, text] = [whole, new Date(whole * 1000).toISOString().slice(0, -4)];
    const rest = String(at.getTime() - whole * 1000).padStart(3, "0");
    return { iso: `${text}${rest}Z`, unix: `${whole}.${rest}` };
  };
}

// Requests come in their thousands, with few names, few reasons and few programs among them.
const escapeHost = remember((host) => escapeBytes(cut(host, longestText)));
const masked = {
  names: cachePlain((text) => maskText(cut(maskUserInfo(text), longestText), "names")),
  values: cachePlain((text) => maskText(cut(maskUserInfo(text), longestText), "values")),
};
const quote = cachePlain((text) => {
  const plain = masked.values(text).replaceAll(/[^\x20-\x7e]|["\\]/g, escapeCharacter);
  return `"${plain}"`;
});

/** As `remember`, but not what may hold a credential: a query, or a long word. */
function cachePlain(compute: (text: string) => string): (text: string) => string {
  const known = remember(compute);
  return (text) => (/[?@=]|[\w%+-]{20}/.test(text) ? compute(text) : known(text));
}

/** What is absent is undefined, which JSON leaves out: to put it together from what is there took half of a line's time. */
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
    because: text(decision.because),
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
