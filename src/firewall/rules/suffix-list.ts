import { parse } from "tldts";

export interface Suffix {
  /** How many labels at a name's end are a public suffix. */
  readonly labels: number;
  /** Whether the list has it, and it is not just an unknown last label. */
  readonly isListed: boolean;
}

/**
 * Looks a name up in the public suffix list. What a company lends to its users below its own name (`github.io`) is no
 * suffix here: allow lists name such hosts whole, and that is their authors' choice.
 */
export function findListed(name: string): Suffix {
  const { publicSuffix, isIcann } = parse(name, {
    allowPrivateDomains: false,
    validateHostname: false,
  });
  return { labels: (publicSuffix ?? "").split(".").length, isListed: isIcann === true };
}
