import type { Decision, Policy } from "../../../src/firewall/rules/policy.ts";

export interface FakeRules {
  /** Hosts that are allowed on any port. */
  readonly hosts?: readonly string[];
  /** URLs that are allowed, literally or with a final `*`. For these hosts nothing else passes. */
  readonly urls?: readonly string[];
  readonly isIntercepting?: boolean;
}

/** Creates a minimal policy. The decisions of the real one have their own tests. */
export function fakePolicy({ hosts = [], urls = [], isIntercepting = false }: FakeRules): Policy {
  const allow = (text: string): Decision => ({
    allowed: true,
    explanation: `${text} is allowed`,
    rule: { id: "test", text },
  });
  const isNamed = (host: string) => urls.some((url) => new URL(url).hostname === host);
  return {
    isIntercepting,
    ports: [],
    intercepts: () => isIntercepting,
    credentialsOf: () => [],
    findCredential: () => undefined,
    findBudgets: () => [],
    decideConnection: ({ host }) => {
      if (hosts.includes(host) || isNamed(host)) return allow(host);
      return { allowed: false, reason: "no-rule", explanation: `no rule names ${host}` };
    },
    decideRequest: ({ scheme, host, port, target }) => {
      const usual = port === (scheme === "http" ? 80 : 443);
      const url = `${scheme}://${host}${usual ? "" : `:${port}`}${target}`;
      const covers = (rule: string) =>
        rule.endsWith("*") ? url.startsWith(rule.slice(0, -1)) : url === rule;
      const rule = urls.find(covers);
      if (rule !== undefined) return allow(rule);
      if (hosts.includes(host) && !isNamed(host)) return allow(host);
      const reason = isNamed(host) ? "no-pattern" : "no-rule";
      return { allowed: false, reason, explanation: `nothing covers ${url}` };
    },
  };
}
