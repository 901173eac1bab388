import { parse } from "tldts";

export interface Suffix {
  /** Number of labels in the public suffix at the end of the name. */
  readonly labels: number;
  /**
   * True if the list contains the suffix; false if the suffix is a last label that the list does
   * not contain.
   */
  readonly isListed: boolean;
}

/**
 * Looks up a name in the public suffix list. Domains under which a company hosts its users'
 * subdomains (`github.io`) do not count as suffixes, because authors may want to allow the complete
 * domain.
 */
export function findListed(name: string): Suffix {
  const { publicSuffix, isIcann } = parse(name, {
    allowPrivateDomains: false,
    validateHostname: false,
  });
  return { labels: (publicSuffix ?? "").split(".").length, isListed: isIcann === true };
}
