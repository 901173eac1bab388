import type { BudgetRule } from "./budget-rule.ts";
import type { WrittenCredential } from "./credential-rule.ts";
import type { Rule, UrlRule } from "./rule.ts";

/**
 * A claim as written: no rule allows a request that `never` covers, except those that `except`
 * covers.
 */
export interface WrittenClaim {
  readonly never: Rule;
  readonly except: readonly Rule[];
}

/** The rules of one run, as written in files and options. */
export interface RuleOptions {
  readonly allowDomains?: readonly Rule[];
  readonly blockDomains?: readonly Rule[];
  readonly allowUrls?: readonly UrlRule[];
  /** Whether HTTPS is intercepted; URL patterns require it. */
  readonly sslBump?: boolean;
  /** Whether each HTTPS request requires a pattern, including requests to allowed domains. */
  readonly strictUrls?: boolean;
  /** HTTPS connections to intercept: all of them (default), or those of hosts with URL rules. */
  readonly intercept?: "all" | "only-ruled" | undefined;
  /** Domains whose connections are never intercepted. */
  readonly splice?: readonly Rule[];
  /** Credentials that the proxy adds to requests. They do not allow any request. */
  readonly credentials?: readonly WrittenCredential[];
  /** Limits of some requests. They do not allow any request. */
  readonly budgetRules?: readonly BudgetRule[];
}

export interface RuleProblem extends Pick<Rule, "id" | "text"> {
  /** Completes a sentence that begins with the text, as in `has no path`. */
  readonly problem: string;
  readonly suggestion?: string;
}
