import { isIP } from "node:net";
import type { LogEntry } from "../log/logged-decision.ts";
import type { Decision, Policy } from "../rules/policy.ts";
import { parseAuthority } from "./authority.ts";
import type { Origin } from "./upstream/dial.ts";
import type { Upstream } from "./upstream/upstream.ts";

/** What every connection of a proxy is judged with and goes out by. */
export interface ProxyDeps {
  readonly policy: Policy;
  readonly log: (entry: LogEntry) => void;
  readonly upstream: Upstream;
  readonly whomToAsk: string | undefined;
}

/** What a connection was opened for, before the first request in it. */
export interface Within {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  readonly way: LogEntry["way"];
}

/** The origin that a decision lets somebody reach. */
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

/** Whether a rule's text is this very host: an address that somebody wrote down on purpose. */
function namesHost(rule: string, host: string): boolean {
  const authority = rule.replace(/^[a-z]+:\/\//i, "").replace(/\/.*$/s, "");
  return authority === host || parseAuthority(authority)?.host === host;
}
