import { rulesOf, type RulesDraft } from "../../src/firewall/config/rules-draft.ts";
import type { Compile } from "../../src/firewall/rules/load-compiler.ts";
import type { RuleOptions } from "../../src/firewall/rules/rule-options.ts";
import {
  suggestRule,
  type DeniedRequest,
  type RuleProposal,
} from "../../src/firewall/rules/suggest-rule.ts";

export interface Rules {
  readonly compile: Compile;
  readonly draft: RulesDraft;
  readonly kept: RuleOptions;
}

/** Returns the rules that would each allow a denied request, narrowest first. */
export async function proposeRules(rules: Rules, denied: DeniedRequest): Promise<RuleProposal[]> {
  const proposals = await suggestRule(denied);
  return proposals.filter((proposal) =>
    allows({ ...rules, draft: addRule(rules.draft, proposal) }, denied),
  );
}

export function addRule(draft: RulesDraft, { option, text }: RuleProposal): RulesDraft {
  const add = (texts: readonly string[]) => [...new Set([...texts, text])];
  return option === "allow-domains"
    ? { ...draft, domains: add(draft.domains) }
    : { ...draft, patterns: add(draft.patterns) };
}

/** Returns whether the current rules would allow a request that was denied. */
export function allows({ compile, draft, kept }: Rules, denied: DeniedRequest): boolean {
  const { policy } = compile(rulesOf(draft, kept));
  const { method = "GET", target } = denied;
  const decision =
    target === undefined
      ? policy?.decideConnection(denied)
      : policy?.decideRequest({ ...denied, method, target });
  return decision?.allowed === true;
}
