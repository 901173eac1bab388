import type { LoggedDecision } from "../../src/firewall/log/logged-decision.ts";
import type { DeniedRequest } from "../../src/firewall/rules/suggest-rule.ts";

/** What was blocked in one way: requests with one method to one address, or connections to one host. */
export interface BlockedKind {
  /** `GET registry.test/left-pad`, `telemetry.test:443`. */
  readonly name: string;
  readonly count: number;
  /** Of the last one. */
  readonly because: string;
  readonly denied: DeniedRequest;
}

/** What a trial has asked for so far. */
export interface TrialCount {
  readonly passed: number;
  /** The most frequent first. */
  readonly kinds: readonly BlockedKind[];
  /** How many were blocked that no kind has, where there are too many. */
  readonly beyond: number;
}

export const noTrial: TrialCount = { passed: 0, kinds: [], beyond: 0 };

/** More than anybody looks at; a command that asks for ever new addresses does not grow a trial. */
const mostKinds = 200;

/** Adds decisions, as they came. */
export function countTrial(before: TrialCount, decisions: readonly LoggedDecision[]): TrialCount {
  const kinds = new Map(before.kinds.map((kind) => [kind.name, kind]));
  let { passed, beyond } = before;
  for (const decision of decisions) {
    const denied = decision.allowed ? undefined : readDenied(decision);
    if (decision.allowed) passed += 1;
    if (!denied) continue;
    const name = nameOf(decision, denied);
    const known = kinds.get(name);
    if (known || kinds.size < mostKinds) {
      const { because } = decision;
      kinds.set(name, { name, count: (known?.count ?? 0) + 1, because, denied });
    } else beyond += 1;
  }
  const sorted = [...kinds.values()].toSorted(
    (one, other) => other.count - one.count || (one.name < other.name ? -1 : 1),
  );
  return { passed, kinds: sorted, beyond };
}

/** What was asked for, from what the log has of it: no query, whose values the log hides. */
function readDenied({ method, url, domain }: LoggedDecision): DeniedRequest | undefined {
  const address = url ?? (domain === undefined ? undefined : addressOfDomain(domain));
  const parts = /^(https?):\/\/(\[[^\]]*\]|[^/:]*)(?::(\d+))?([^?]*)(\?)?/.exec(address ?? "");
  if (!parts) return undefined;
  const [, given, host = "", port, path = "", query] = parts;
  const scheme = given === "http" ? "http" : "https";
  const usual = scheme === "http" ? 80 : 443;
  const connection = { scheme, host, port: port === undefined ? usual : Number(port) } as const;
  if (url === undefined) return connection;
  // Which query it was is not for a rule; that there was one is.
  const target = `${path === "" ? "/" : path}${query === undefined ? "" : "?any"}`;
  return { ...connection, method: method ?? "GET", target };
}

/** A connection to port 80 speaks plain HTTP. */
function addressOfDomain(domain: string): string {
  return `${domain.endsWith(":80") ? "http" : "https"}://${domain}`;
}

function nameOf({ method, url, domain }: LoggedDecision, denied: DeniedRequest): string {
  if (url === undefined) return (domain ?? denied.host).replace(/:443$/, "");
  const [address = ""] = url.split("?", 1);
  return `${method ?? "GET"} ${address.replace(/^https:\/\//, "")}`;
}
