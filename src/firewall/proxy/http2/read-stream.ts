import type { IncomingHttpHeaders } from "node:http2";
import type { Request } from "../../rules/policy.ts";
import { usualPort } from "../../rules/url-text.ts";
import { explainMismatch, isSameAuthority, parseAuthority } from "../authority.ts";
import { isForOneHop } from "../http1/read-headers.ts";
import type { Within } from "../proxy-deps.ts";
import { refuse, type Denial } from "../refusal/denial.ts";

/**
 * Returns the request of a stream, or a denial. The connection is for one host, but each stream
 * could name a different host.
 * @param raw the same headers as a flat list, as received, because `headers` merges repeated names
 */
export function readStream(
  headers: IncomingHttpHeaders,
  raw: readonly string[],
  within: Within,
): Request | Denial {
  const { scheme, host, port } = within;
  const { ":method": method, ":path": target, ":scheme": spoken, ":authority": name } = headers;
  if (method === undefined || target === undefined || method === "CONNECT") {
    return refuse("not-understood", "a nested CONNECT cannot be inspected");
  }
  if (spoken !== scheme) return refuse("ambiguous", `:scheme is not ${scheme}`);
  if (!target.startsWith("/") && target !== "*") {
    return refuse("ambiguous", "the request target is not a path");
  }
  const hosts = raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === "host");
  const named = name === undefined ? hosts : [name, ...hosts];
  if (named.length === 0)
    return refuse("name-mismatch", `the request for ${host} does not name a host`);
  for (const one of named) {
    const authority = parseAuthority(one);
    if (isSameAuthority(authority, within, usualPort(scheme))) continue;
    return refuse("name-mismatch", explainMismatch(within, authority));
  }
  return { scheme, host, port, method, target };
}

export type StreamHeaders = Record<string, string | string[]>;

/**
 * Returns the headers to forward to the origin, for HTTP/1.1 and HTTP/2. Omits headers that name
 * the target.
 */
export function forwardHeaders(headers: IncomingHttpHeaders): StreamHeaders {
  const forward: StreamHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(":") || name === "host" || value === undefined) continue;
    if (!isForOneHop(name)) forward[name] = value;
  }
  return forward;
}

/**
 * Removes the length of a 205 response for an HTTP/2 client. The body of a 205 must be empty (RFC
 * 9110, section 15.3.6), so Node ends the stream after the headers, whatever the origin sends.
 */
export function fitToStatus(headers: StreamHeaders, status: number | undefined): StreamHeaders {
  if (status !== 205) return headers;
  const { "content-length": _length, ...kept } = headers;
  return kept;
}
