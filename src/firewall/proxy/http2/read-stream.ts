import type { IncomingHttpHeaders } from "node:http2";
import type { Request } from "../../rules/policy.ts";
import { usualPort } from "../../rules/url-text.ts";
import { isSameAuthority, parseAuthority } from "../authority.ts";
import { isForOneHop } from "../http1/read-headers.ts";
import type { Within } from "../proxy-deps.ts";
import { refuse, type Denial } from "../refusal/denial.ts";

/**
 * What a stream asks for, or why it is refused. The connection is for one host; each stream in it may name another.
 * @param raw the same headers, flat, as they came: two of one name are one in `headers`
 */
export function readStream(
  headers: IncomingHttpHeaders,
  raw: readonly string[],
  within: Within,
): Request | Denial {
  const { scheme, host, port } = within;
  const { ":method": method, ":path": target, ":scheme": spoken, ":authority": name } = headers;
  if (method === undefined || target === undefined || method === "CONNECT") {
    return refuse("not-understood", "a CONNECT within a connection cannot be looked into");
  }
  if (spoken !== scheme) return refuse("ambiguous", `:scheme is not ${scheme}`);
  if (!target.startsWith("/") && target !== "*") {
    return refuse("ambiguous", "the target of the request is no path");
  }
  const hosts = raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === "host");
  const named = name === undefined ? hosts : [name, ...hosts];
  if (named.length === 0) return refuse("name-mismatch", `the request for ${host} names no host`);
  for (const one of named) {
    const authority = parseAuthority(one);
    if (isSameAuthority(authority, within, usualPort(scheme))) continue;
    const other = authority?.host ?? "something that is no host";
    return refuse("name-mismatch", `the connection is for ${host}, the request for ${other}`);
  }
  return { scheme, host, port, method, target };
}

export type StreamHeaders = Record<string, string | string[]>;

/** The headers that go on to the origin, in either version; without those that say where to. */
export function forwardHeaders(headers: IncomingHttpHeaders): StreamHeaders {
  const forward: StreamHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(":") || name === "host" || value === undefined) continue;
    if (!isForOneHop(name)) forward[name] = value;
  }
  return forward;
}
