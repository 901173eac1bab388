import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";
import type { Decision, Policy } from "../../../src/firewall/rules/policy.ts";
import type { RuleOptions, WrittenClaim } from "../../../src/firewall/rules/rule-options.ts";
import type { UrlRule } from "../../../src/firewall/rules/rule.ts";
import type { ClaimedRules } from "../../../src/firewall/rules/prove-claim.ts";
import { readClaim, type Claim } from "../../../src/firewall/rules/read-claim.ts";

export interface Texts {
  readonly domains?: readonly string[];
  readonly blocked?: readonly string[];
  readonly urls?: readonly (string | Partial<UrlRule>)[];
  readonly isStrict?: boolean;
  readonly isIntercepting?: boolean;
}

/** Returns the rule options of these texts, intercepting if there are URL patterns. */
export function optionsOf({ domains = [], blocked = [], urls = [], ...flags }: Texts): RuleOptions {
  const { isStrict = false, isIntercepting = urls.length > 0 || isStrict } = flags;
  const location = (option: string) => (text: string, index: number) => ({
    id: `--${option} ${index + 1}`,
    text,
  });
  return {
    allowDomains: domains.map(location("allow-domains")),
    blockDomains: blocked.map(location("block-domains")),
    allowUrls: urls.map((url, index) => ({
      ...location("allow-urls")("", index),
      ...(typeof url === "string" ? { text: url } : url),
    })),
    sslBump: isIntercepting,
    strictUrls: isStrict,
  };
}

export async function policyOf(texts: Texts): Promise<Policy> {
  const { policy, problems } = await compilePolicy(optionsOf(texts));
  if (!policy) throw new Error(`no policy: ${JSON.stringify(problems)}`);
  return policy;
}

/** Returns the faults of rules, each as `text problem → suggestion`. */
export async function problemsOf(texts: Texts): Promise<string[]> {
  const { problems = [] } = await compilePolicy(optionsOf(texts));
  return problems.map(
    ({ text, problem, suggestion }) =>
      `${text} ${problem}${suggestion === undefined ? "" : ` → ${suggestion}`}`,
  );
}

/** Requests a decision for `https://HOST[:PORT]` and a raw target. */
export function ask(policy: Policy, address: string, target: string, method = "GET"): Decision {
  const [, scheme = "", host = "", port] = /^(https?):\/\/(.*?)(?::(\d+))?$/.exec(address) ?? [];
  const isPlain = scheme === "http";
  return policy.decideRequest({
    scheme: isPlain ? "http" : "https",
    host,
    port: port === undefined ? (isPlain ? 80 : 443) : Number(port),
    method,
    target,
  });
}

/** Returns the policy and the compiled rules of these texts. */
export async function compiledOf(texts: Texts): Promise<ClaimedRules> {
  const compiled = await compilePolicy(optionsOf(texts));
  if (!compiled.policy) throw new Error(`no policy: ${JSON.stringify(compiled.problems)}`);
  return compiled;
}

/** Returns a claim as written on a command line. */
export function writtenClaim(never: string, except: readonly string[]): WrittenClaim {
  const exceptions = except.map((text, index) => ({ id: `--except ${index + 1}`, text }));
  return { never: { id: "--never 1", text: never }, except: exceptions };
}

export function claimOf(never: string, except: readonly string[]): Claim {
  const { claim, problems } = readClaim(writtenClaim(never, except));
  if (!claim) throw new Error(`no claim: ${JSON.stringify(problems)}`);
  return claim;
}
