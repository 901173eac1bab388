import { parse } from "tldts";

export interface Suffix {
  /** Number of labels of the public suffix at the end of the name. */
  readonly labels: number;
  /** True if the list contains the suffix; false if it is only an unknown last label. */
  readonly isListed: boolean;
}

/**
 * Finds a name in the public suffix list. Domains under which a company hosts its users
 * (`github.io`) do not count as suffixes here, because authors may allow such a domain completely.
 */
export function findListed(name: string): Suffix {
  const { publicSuffix, isIcann } = parse(name, {
    allowPrivateDomains: false,
    validateHostname: false,
  });
  return { labels: (publicSuffix ?? "").split(".").length, isListed: isIcann === true };
}
