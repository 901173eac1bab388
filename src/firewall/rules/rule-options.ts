import type { Rule } from "./policy.ts";

export interface UrlRule extends Rule {
  /** Methods that the rule covers; undefined if the rule covers all methods. */
  readonly methods?: readonly string[];
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
}

export interface RuleProblem extends Pick<Rule, "id" | "text"> {
  /** Completes a sentence that begins with the text, as in `has no path`. */
  readonly problem: string;
  readonly suggestion?: string;
}
