import { readAuthority } from "./authority.ts";
import { fault, isFault, type Fault } from "./fault.ts";
import { findUnreadable } from "./find-unreadable.ts";
import { readHostName } from "./host-name.ts";
import { findNearest } from "../../shared/find-nearest.ts";
import { readHostPattern, type HostPattern } from "./host-pattern.ts";
import type { Connection } from "./policy.ts";
import type { Rule } from "./rule.ts";
import { usualPort } from "./url-text.ts";

/** One entry on the allow-list or block list of domains. */
export interface DomainRule {
  readonly rule: Rule;
  readonly host: HostPattern;
  /** Scheme that the rule covers; undefined if the rule covers both. */
  readonly scheme?: Connection["scheme"];
  /**
   * Port that the rule covers. If undefined, an allow rule covers 80 and 443, or only its scheme's
   * default port. A block rule without a port covers every port.
   */
  readonly port?: number;
}

/** Reads `example.com`, `*.example.com:8443`, `http://example.com`, `10.0.0.1`. */
export function readDomainRule(rule: Rule): DomainRule | Fault {
  const { text } = rule;
  const unfit = findUnfit(text);
  if (unfit) return unfit;
  const [, scheme, rest = ""] = /^(?:([^:/?#[\]]*):\/\/)?([^]*)$/.exec(text) ?? [];
  if (scheme !== undefined && scheme !== "http" && scheme !== "https")
    return faultOfScheme(scheme, rest);
  const authority = readAuthority(rest);
  const prefix = scheme === undefined ? "" : `${scheme}://`;
  if (isFault(authority)) return withPrefix(authority, prefix);
  // Names below `localhost` have addresses that another resolver chooses.
  const name = readHostName(authority.host);
  const isLocal = !isFault(name) && name.host === "localhost";
  const plainCovers = isLocal ? "itself" : "subdomains";
  const host = readHostPattern(authority.host, { plainCovers });
  if (isFault(host)) return withPrefix(dotHint(host, authority.host), prefix);
  const { port } = authority;
  return {
    rule,
    host,
    ...(scheme !== undefined && { scheme }),
    ...(port !== undefined && { port }),
  };
}

function findUnfit(text: string): Fault | undefined {
  const unreadable = findUnreadable(text);
  if (unreadable) return unreadable;
  if (/[#\\?]/.test(text)) return fault("is not a domain: it contains #, ? or \\");
  const path = text.replace(/^[^/]*:\/\//, "").indexOf("/");
  if (path < 0) return undefined;
  if (text.endsWith("/") && text.indexOf("/", text.indexOf("://") + 3) === text.length - 1)
    return fault("has a slash after its domain", text.slice(0, -1));
  return fault(
    `has a path; use --allow-urls`,
    `--allow-urls https://${text.replace(/^[^/]*:\/\//, "")}`,
  );
}

export function faultOfScheme(scheme: string, rest: string): Fault {
  const meant = findNearest(scheme, ["https", "http"]);
  return fault(`begins with ${scheme}://`, `${meant ?? "https"}://${rest}`);
}

function withPrefix({ fault: what, suggestion }: Fault, prefix: string): Fault {
  return fault(what, suggestion === undefined ? undefined : `${prefix}${suggestion}`);
}

function dotHint(found: Fault, host: string): Fault {
  if (!/^\.[^.*]/.test(host)) return found;
  return fault(
    "begins with a dot; remove the dot, because a domain includes its subdomains",
    host.slice(1),
  );
}

/**
 * Returns whether a rule on the allow-list covers this port and scheme. A rule for `localhost` must
 * state a port or scheme, because it allows a service of this machine.
 */
export function allowsPort(rule: DomainRule, { scheme, host, port }: Connection): boolean {
  if (rule.scheme !== undefined && rule.scheme !== scheme) return false;
  if (rule.port !== undefined) return rule.port === port;
  if (rule.scheme !== undefined) return port === usualPort(scheme);
  if (host === "localhost") return false;
  return port === 80 || port === 443;
}

/** Returns whether a rule on the block list covers this port and scheme. */
export function blocksPort(
  rule: Pick<DomainRule, "scheme" | "port">,
  { scheme, port }: Omit<Connection, "host">,
): boolean {
  if (rule.scheme !== undefined && rule.scheme !== scheme) return false;
  return rule.port === undefined || rule.port === port;
}
