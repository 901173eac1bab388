/** One rule as its author wrote it. */
export interface Rule {
  /** Location of the rule: "--allow-urls 2", "rules.yml:14". */
  readonly id: string;
  /** The rule's text: `https://api.example.com/repos/*`, `example.com:8443`. */
  readonly text: string;
  /** The author's reason for the rule. */
  readonly note?: string;
}

/** A rule with a URL pattern. */
export interface UrlRule extends Rule {
  /** Methods that the rule covers; undefined if the rule covers all methods. */
  readonly methods?: readonly string[];
}
