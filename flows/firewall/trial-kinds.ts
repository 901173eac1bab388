import { readDeniedRequest } from "../../src/firewall/log/denied-request.ts";
import type { LoggedDecision } from "../../src/firewall/log/logged-decision.ts";
import type { DeniedRequest } from "../../src/firewall/rules/suggest-rule.ts";

/** What was blocked in one way: requests with one method to one address, or connections to one host. */
export interface BlockedKind {
  /** `GET registry.test/left-pad`, `telemetry.test:443`. */
  readonly name: string;
  readonly count: number;
  /** Of the last one. */
  readonly because: string;
  /** Nothing where no rule would change it. */
  readonly denied: DeniedRequest | undefined;
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
    if (decision.allowed) {
      passed += 1;
      continue;
    }
    const name = nameOf(decision);
    const known = kinds.get(name);
    if (known || kinds.size < mostKinds) {
      const { because } = decision;
      const denied = readDeniedRequest(decision) ?? known?.denied;
      kinds.set(name, { name, count: (known?.count ?? 0) + 1, because, denied });
    } else beyond += 1;
  }
  const sorted = [...kinds.values()].toSorted(
    (one, other) => other.count - one.count || (one.name < other.name ? -1 : 1),
  );
  return { passed, kinds: sorted, beyond };
}

function nameOf({ method, url, domain = "" }: LoggedDecision): string {
  if (url === undefined) return domain.replace(/:443$/, "");
  const [address = ""] = url.split("?", 1);
  return `${method ?? "GET"} ${address.replace(/^https:\/\//, "")}`;
}
