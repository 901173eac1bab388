import { hasWildcard, type HostPattern } from "./host-pattern.ts";
import { fault, type Fault } from "./fault.ts";
import type { Suffix } from "./suffix-list.ts";

export type FindSuffix = (name: string) => Suffix;

/**
 * Top-level domains whose direct subdomains are registered names. Rules for these names do not need
 * the complete list.
 */
const flat = new Set(
  ["com", "net", "org", "edu", "gov", "dev", "app"].concat(
    "test",
    "example",
    "invalid",
    "localhost",
  ),
);

/** Loads the public suffix list only if a name needs it, because loading takes 20 ms. */
export async function loadSuffixes(names: readonly string[]): Promise<FindSuffix> {
  if (names.every(isFlat)) return findFlat;
  const { findListed } = await import("./suffix-list.ts");
  return findListed;
}

function isFlat(name: string): boolean {
  return flat.has(name.slice(name.lastIndexOf(".") + 1));
}

function findFlat(name: string): Suffix {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return { labels: 1, isListed: !["test", "example", "invalid", "localhost"].includes(last) };
}

/**
 * Returns the name to look up in the public suffix list for a pattern; undefined for a single host
 * or an address.
 */
export function nameForSuffix(pattern: HostPattern): string | undefined {
  const isAddress = pattern.text.startsWith("[") || /^[\d.]+$/.test(pattern.text);
  if (isAddress || (pattern.before === "nothing" && !hasWildcard(pattern))) return undefined;
  return allLabels(pattern)
    .map((label) => label.replaceAll("*", "x"))
    .join(".");
}

/** Returns the labels, with a placeholder for labels that may precede them. */
function allLabels({ before, labels }: HostPattern): readonly string[] {
  return before === "nothing" ? labels : ["*", ...labels];
}

/**
 * Rejects a pattern if anyone can register a name that it covers, as with `co.uk`, `*.com` and
 * `api*.com`.
 */
export function validateBreadth(pattern: HostPattern, findSuffix: FindSuffix): Fault | undefined {
  const name = nameForSuffix(pattern);
  if (name === undefined) return undefined;
  const suffix = findSuffix(name);
  const { labels, before } = pattern;
  const all = allLabels(pattern);
  const registered = all.slice(-suffix.labels - 1);
  if (all.length > suffix.labels && !registered.some((label) => label.includes("*")))
    return undefined;
  if (before === "nothing" || labels.length > suffix.labels)
    return fault("is too broad: anyone can register a name that it covers");
  // A single label that is not in the list is treated as a host on the local network.
  if (!suffix.isListed && before === "labels or nothing") return undefined;
  const kind = labels.length === 1 ? "a top-level domain" : "a public suffix";
  const what = `${labels.join(".")} is ${kind}, under which anyone can register a name`;
  return fault(`is too broad: ${what}`);
}
