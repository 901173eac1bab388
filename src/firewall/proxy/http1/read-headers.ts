/** The headers of a request, separated into headers to forward and headers for this proxy. */
export interface ReadHeaders {
  /** Flat list: name, value, name, value. Does not include Host or hop-by-hop headers. */
  readonly forward: string[];
  readonly host: string | undefined;
  readonly accept: string | undefined;
  readonly userAgent: string | undefined;
  readonly hasBody: boolean;
  /** True if the client waits for a 100 response before it sends its body. */
  readonly expectsContinue: boolean;
  /** Reason why the headers are ambiguous; undefined if they are not. */
  readonly problem: string | undefined;
}

/**
 * Hop-by-hop headers listed in RFC 9110, section 7.6.1, and headers that are meant only for this
 * proxy.
 */
const forOneHop = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authentication-info",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that must not be repeated, because servers might use different values. */
const single = new Set(["content-length", "content-type", "host", "transfer-encoding", "upgrade"]);

/** Headers that this proxy reads. All others are only forwarded. */
const checked = new Set([...forOneHop, ...single, "accept", "user-agent"]);

export function readHeaders(raw: readonly string[]): ReadHeaders {
  const forward: string[] = [];
  const seen: Record<string, string> = {};
  let problem: string | undefined;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at], raw[at + 1]];
    const key = name.toLowerCase();
    if (checked.has(key)) {
      const before = seen[key];
      if (before !== undefined && single.has(key)) problem = `two ${name} headers`;
      if (key === "connection" && before !== undefined) seen[key] = `${before},${value}`;
      else seen[key] ??= value;
      if (key === "host" || forOneHop.has(key)) continue;
    }
    forward.push(name, value);
  }
  const coding = seen["transfer-encoding"];
  const length = seen["content-length"];
  if (coding !== undefined && length !== undefined)
    problem = "the request has both Content-Length and Transfer-Encoding";
  else if (coding !== undefined && coding.trim().toLowerCase() !== "chunked") {
    problem = `the transfer coding ${coding} cannot be inspected`;
  }
  return {
    forward: dropNamed(forward, seen["connection"]),
    host: seen["host"],
    accept: seen["accept"],
    userAgent: seen["user-agent"],
    hasBody: coding !== undefined || (length !== undefined && Number(length) > 0),
    expectsContinue: seen["expect"]?.toLowerCase() === "100-continue",
    problem,
  };
}

const meansNothingMore = /^(?:\s|,|keep-alive|close|upgrade)*$/i;

/** Removes headers that the Connection header marks as hop-by-hop. */
export function dropNamed(headers: string[], connection: string | undefined): string[] {
  if (connection === undefined || meansNothingMore.test(connection)) return headers;
  const named = new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
  // A content length always belongs to the message, even if the Connection header names it.
  named.delete("content-length");
  return headers.filter((_, at) => !named.has((headers[at - (at % 2)] ?? "").toLowerCase()));
}

export function isForOneHop(name: string): boolean {
  return forOneHop.has(name);
}
