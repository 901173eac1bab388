import { readDeniedRequest } from "../../src/firewall/log/denied-request.ts";
import type { LoggedDecision } from "../../src/firewall/log/logged-decision.ts";
import type { DeniedRequest } from "../../src/firewall/rules/suggest-rule.ts";

/**
 * A group of blocked requests with the same method and address, or of blocked connections to the
 * same host.
 */
export interface BlockedKind {
  /** Display name, such as `GET registry.test/left-pad` or `telemetry.test:443`. */
  readonly name: string;
  readonly count: number;
  /** Reason for the last denial. */
  readonly reason: string;
  /** The denied request; undefined if no rule could allow it. */
  readonly denied: DeniedRequest | undefined;
}

/** The firewall's decisions in a trial run so far. */
export interface TrialCount {
  readonly passed: number;
  /** Kinds of blocked requests, most frequent first. */
  readonly kinds: readonly BlockedKind[];
  /**
   * Number of blocked requests that were not assigned to a kind, because there were too many kinds.
   */
  readonly beyond: number;
}

export const noTrial: TrialCount = { passed: 0, kinds: [], beyond: 0 };

/**
 * Maximum number of kinds to track. Limits memory use if a command continuously requests new
 * addresses; a person would not read more kinds.
 */
const mostKinds = 200;

export function countTrial(before: TrialCount, decisions: readonly LoggedDecision[]): TrialCount {
  const kinds = new Map(before.kinds.map((kind) => [kind.name, kind]));
  let { passed, beyond } = before;
  for (const decision of decisions) {
    if (decision.allowed) {
      passed += 1;
      continue;
    }
    const name = nameOf(decision);
    const known = kinds.get(name);
    if (known || kinds.size < mostKinds) {
      const reason = reasonOf(decision);
      const denied = readDeniedRequest(decision) ?? known?.denied;
      kinds.set(name, { name, count: (known?.count ?? 0) + 1, reason, denied });
    } else beyond += 1;
  }
  const sorted = [...kinds.values()].toSorted(
    (one, other) => other.count - one.count || (one.name < other.name ? -1 : 1),
  );
  return { passed, kinds: sorted, beyond };
}

/** Returns the explanation, with the option that would have allowed the request. */
function reasonOf({ explanation, suggestion }: LoggedDecision): string {
  const isOption = suggestion?.startsWith("--") ?? false;
  return isOption ? `${explanation}; ${suggestion} would allow it` : explanation;
}

function nameOf({ method, url, domain = "" }: LoggedDecision): string {
  if (url === undefined) return domain.replace(/:443$/, "");
  const [address = ""] = url.split("?", 1);
  return `${method ?? "GET"} ${address.replace(/^https:\/\//, "")}`;
}
