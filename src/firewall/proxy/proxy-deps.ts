import { isIP } from "node:net";
import type { LogEntry } from "../log/logged-decision.ts";
import type { Decision, Policy } from "../rules/policy.ts";
import type { BudgetGate } from "./budget-gate.ts";
import type { Credentials } from "./credential-source.ts";
import type { writeDenial } from "./refusal/denial.ts";
import { parseAuthority } from "./authority.ts";
import type { Origin } from "./upstream/dial.ts";
import type { Upstream } from "./upstream/upstream.ts";

/** The policy, log and upstream that all connections of a proxy share. */
export interface ProxyDeps {
  readonly policy: Policy;
  readonly log: (entry: LogEntry) => void;
  readonly upstream: Upstream;
  readonly whomToAsk: string | undefined;
  /** Credentials that rules add to requests; undefined if there are none. */
  readonly credentials?: Credentials | undefined;
  /** Maximum number of bytes to log of each body; undefined if bodies are not logged. */
  readonly bodyLimit?: number | undefined;
  /** Limits of the session; undefined without a budget. */
  readonly budget?: BudgetGate | undefined;
  /** Writes a denial in the format of an API; undefined for the usual format. */
  readonly writeDenial?: typeof writeDenial | undefined;
}

/** The target of a connection, known before its first request. */
export interface Within {
  readonly scheme: "http" | "https";
  readonly host: string;
  /** Another name for the host, which the client can use instead. */
  readonly alias?: string;
  readonly port: number;
  readonly way: LogEntry["way"];
}

/** Returns the origin that a decision allows. */
export function originOf(
  { scheme, host, port }: Pick<Origin, "scheme" | "host" | "port">,
  decision: Decision,
): Origin {
  const isListed = decision.allowed && listsHost(decision.rule.text, host);
  return { scheme, host, port, isListed };
}

/**
 * Returns whether a rule's text is exactly this address, or `localhost` with a port or scheme. The
 * author of such a rule allowed this address deliberately.
 */
function listsHost(rule: string, host: string): boolean {
  if (isIP(host) === 0 && host !== "localhost") return false;
  const authority = rule.replace(/^[a-z]+:\/\//i, "").replace(/\/.*$/s, "");
  const named = parseAuthority(authority);
  if (host === "localhost" && authority === rule && named?.port === undefined) return false;
  return authority === host || named?.host === host;
}
