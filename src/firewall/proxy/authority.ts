import { isIPv4, isIPv6 } from "node:net";
import { record } from "../../shared/cache-once.ts";
import type { Connection } from "../rules/policy.ts";
import { usualPort } from "../rules/url-text.ts";

/** A host and a port, as written in a CONNECT request, an absolute target or a Host header. */
export interface Authority {
  /**
   * Lowercase host without a trailing dot; an IPv6 address in its shortest form, without brackets.
   */
  readonly host: string;
  readonly port: number | undefined;
}

const longestHost = 253;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
// If the last label is numeric, a URL parser reads the complete host as an IPv4 address, whatever
// its spelling.
const numeric = /^(?:\d+|0x[0-9a-f]*)$/;

/** Reads `host`, `host:port` or `[address]:port`. Returns undefined if the text is ambiguous. */
export const parseAuthority = record(readAuthority);

function readAuthority(text: string): Authority | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/s.exec(text) ?? [];
  const host = bracketed === undefined ? parseHost(plain ?? "") : parseIPv6(bracketed);
  if (host === undefined) return;
  if (digits === undefined) return { host, port: undefined };
  const port = parsePort(digits);
  return port === undefined ? undefined : { host, port };
}

/**
 * Checks whether a Host header, an :authority header or a target names the given host and port.
 * @param named the parsed header or target; undefined if it is missing or unreadable, which never
 *   matches
 * @param impliedPort port of `named` if it does not include one
 */
export function isSameAuthority(
  named: Authority | undefined,
  { host, port }: { readonly host: string; readonly port: number },
  impliedPort: number,
): boolean {
  return named?.host === host && (named.port ?? impliedPort) === port;
}

/**
 * Normalizes a host. Returns undefined if the host is invalid, or if it is an address in a spelling
 * that only some programs accept.
 */
export function parseHost(text: string): string | undefined {
  const host = (text.endsWith(".") ? text.slice(0, -1) : text).toLowerCase();
  if (host.length > longestHost) return;
  const labels = host.split(".");
  if (!labels.every((part) => label.test(part))) return;
  return numeric.test(labels.at(-1) ?? "") && !isIPv4(host) ? undefined : host;
}

/** Formats a host for a URL or a Host header, with its port unless it is the scheme's default. */
export function writeAuthority(scheme: "http" | "https", host: string, port: number): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === usualPort(scheme) ? name : `${name}:${port}`;
}

/**
 * Explains that a request names a host or port that its connection is not for.
 * @param named undefined if the request's host is invalid
 * @param texts other texts for the two, such as the target and the Host header of a request
 */
export function explainMismatch(
  { scheme, host, port }: Connection,
  named: Authority | undefined,
  texts: readonly [string, string] = ["the connection is for", "the request is for"],
): string {
  const other = named
    ? writeAuthority(scheme, named.host, named.port ?? usualPort(scheme))
    : "an invalid host";
  return `${texts[0]} ${writeAuthority(scheme, host, port)}, but ${texts[1]} ${other}`;
}

function parseIPv6(text: string): string | undefined {
  // A zone identifier is rejected, because it refers to a network interface of this machine.
  if (!isIPv6(text) || text.includes("%")) return;
  return new URL(`http://[${text}]/`).hostname.slice(1, -1);
}

function parsePort(digits: string): number | undefined {
  if (!/^[1-9]\d{0,4}$/.test(digits)) return;
  const port = Number(digits);
  return port <= 65_535 ? port : undefined;
}
