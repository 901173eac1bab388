import { isIP } from "node:net";
import type { LogEntry } from "../log/logged-decision.ts";
import type { Decision, Policy } from "../rules/policy.ts";
import { parseAuthority } from "./authority.ts";
import type { Origin } from "./upstream/dial.ts";
import type { Upstream } from "./upstream/upstream.ts";

/** The policy, log and upstream that all connections of a proxy share. */
export interface ProxyDeps {
  readonly policy: Policy;
  readonly log: (entry: LogEntry) => void;
  readonly upstream: Upstream;
  readonly whomToAsk: string | undefined;
}

/** The target of a connection, known before its first request. */
export interface Within {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  readonly way: LogEntry["way"];
}

/** Returns the origin that a decision allows. */
export function originOf(
  { scheme, host, port }: Pick<Origin, "scheme" | "host" | "port">,
  decision: Decision,
): Origin {
  return {
    scheme,
    host,
    port,
    isListed: isIP(host) !== 0 && decision.allowed && namesHost(decision.rule.text, host),
  };
}

/**
 * Returns whether a rule's text is exactly this host. If a rule names an address, its author
 * allowed that address deliberately.
 */
function namesHost(rule: string, host: string): boolean {
  const authority = rule.replace(/^[a-z]+:\/\//i, "").replace(/\/.*$/s, "");
  return authority === host || parseAuthority(authority)?.host === host;
}
