import { isIPv4, isIPv6 } from "node:net";
import { remember } from "../../shared/cache-once.ts";
import { usualPort } from "../rules/url-text.ts";

/** A host and a port, as they stand in a CONNECT, an absolute target or a Host header. */
export interface Authority {
  /** Lower case, without a trailing dot; an IPv6 address without its brackets, in its shortest form. */
  readonly host: string;
  readonly port: number | undefined;
}

const longestHost = 253;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
// The last label decides whether a URL parser takes the whole for an IPv4 address, in whatever spelling.
const numeric = /^(?:\d+|0x[0-9a-f]*)$/;

/** Reads `host`, `host:port` or `[address]:port`; nothing where it could be read in more than one way. */
export const parseAuthority = remember(readAuthority);

function readAuthority(text: string): Authority | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/s.exec(text) ?? [];
  const host = bracketed === undefined ? parseHost(plain ?? "") : parseIPv6(bracketed);
  if (host === undefined) return;
  if (digits === undefined) return { host, port: undefined };
  const port = parsePort(digits);
  return port === undefined ? undefined : { host, port };
}

/**
 * Checks whether a Host header, an :authority or a target names the given host and port.
 * @param named undefined if it is missing or unreadable: it then names no host
 * @param impliedPort port that `named` means if it has none
 */
export function isSameAuthority(
  named: Authority | undefined,
  { host, port }: { readonly host: string; readonly port: number },
  impliedPort: number,
): boolean {
  return named?.host === host && (named.port ?? impliedPort) === port;
}

/** A host's one spelling; nothing for what is no host, or an address in a spelling that only some programs read. */
export function parseHost(text: string): string | undefined {
  const host = (text.endsWith(".") ? text.slice(0, -1) : text).toLowerCase();
  if (host.length > longestHost) return;
  const labels = host.split(".");
  if (!labels.every((part) => label.test(part))) return;
  return numeric.test(labels.at(-1) ?? "") && !isIPv4(host) ? undefined : host;
}

/** The host as it stands in a URL or a Host header, with the port where the scheme does not say it. */
export function writeAuthority(scheme: "http" | "https", host: string, port: number): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === usualPort(scheme) ? name : `${name}:${port}`;
}

function parseIPv6(text: string): string | undefined {
  // A zone names an interface of this machine.
  if (!isIPv6(text) || text.includes("%")) return;
  return new URL(`http://[${text}]/`).hostname.slice(1, -1);
}

function parsePort(digits: string): number | undefined {
  if (!/^[1-9]\d{0,4}$/.test(digits)) return;
  const port = Number(digits);
  return port <= 65_535 ? port : undefined;
}
