import type { Rule } from "./policy.ts";

/** A URL pattern that may say more than its address. */
export interface UrlRule extends Rule {
  /** Methods that it covers; every method without it. */
  readonly methods?: readonly string[];
}

/** The rules of one run as they were written, wherever that was. */
export interface RuleOptions {
  readonly allowDomains?: readonly Rule[];
  readonly blockDomains?: readonly Rule[];
  readonly allowUrls?: readonly UrlRule[];
  /** Whether HTTPS is intercepted; URL patterns need it. */
  readonly sslBump?: boolean;
  /** Whether each HTTPS request needs a pattern, also those to hosts that are allowed whole. */
  readonly strictUrls?: boolean;
}

/** What is wrong with a rule. */
export interface RuleProblem extends Pick<Rule, "id" | "text"> {
  /** Follows the text in a sentence: `has no path`. */
  readonly problem: string;
  /** What may have been meant. */
  readonly suggestion?: string;
}
