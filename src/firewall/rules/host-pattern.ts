import { dropDot, readHostName, readLabels } from "./host-name.ts";
import { readAddress } from "./ip-address.ts";
import { compileGlob, matchesGlob, type Glob } from "./glob.ts";
import { fault, isFault, type Fault } from "./fault.ts";

/** The hosts that a rule covers. */
export interface HostPattern {
  /** Normalized text, such as `*.example.com`. */
  readonly text: string;
  /** The labels without a leading `*.`; each may contain wildcards. */
  readonly labels: readonly string[];
  /** Number of labels that can precede `labels`: none, one or more, or any number. */
  readonly before: "nothing" | "labels" | "labels or nothing";
  readonly globs: readonly Glob[];
  /** The longest suffix without a wildcard. Every covered host ends with this suffix. */
  readonly anchor: string;
}

interface Manner {
  /** Whether a name without a wildcard also covers its subdomains. */
  readonly plainCovers: "itself" | "subdomains";
}

/**
 * Reads the host of a rule. A leading `*.` matches one or more complete labels. Any other `*`
 * matches characters within one label.
 * @param raw an IPv6 address must be in brackets
 */
export function readHostPattern(raw: string, { plainCovers }: Manner): HostPattern | Fault {
  return raw.includes("*")
    ? readWildcards(dropDot(raw).toLowerCase())
    : readPlain(raw, { plainCovers });
}

function readPlain(raw: string, { plainCovers }: Manner): HostPattern | Fault {
  const name = readHostName(raw);
  if (isFault(name)) return name;
  if (readAddress(name.host)) return build([name.host], "nothing");
  return build(name.host.split("."), plainCovers === "itself" ? "nothing" : "labels or nothing");
}

function readWildcards(lower: string): HostPattern | Fault {
  if (/^[*.]+$/.test(lower)) return fault("covers every host");
  if (lower.includes("**"))
    return fault("has ** in its host; a leading *. matches any number of labels");
  const isBelow = lower.startsWith("*.");
  const labels = readLabels(isBelow ? lower.slice(2) : lower);
  if (!Array.isArray(labels)) return labels;
  const last = labels.at(-1) ?? "";
  if (last.includes("*")) return fault("has a wildcard in its last label");
  if (readAddress(last)) return fault("has a wildcard in an address");
  return build(labels, isBelow ? "labels" : "nothing");
}

function build(labels: readonly string[], before: HostPattern["before"]): HostPattern {
  const end = labels.findLastIndex((label) => label.includes("*")) + 1;
  const text = labels.join(".");
  return {
    text: before === "labels" ? `*.${text}` : text,
    labels,
    before,
    globs: labels.map(compileGlob),
    anchor: labels.slice(end).join("."),
  };
}

/** Covers every name and address. Only claims can contain it. */
export const everyHost: HostPattern = {
  text: "*",
  labels: [],
  before: "labels",
  globs: [],
  anchor: "",
};

/** @param host normalized */
export function coversHost(
  { labels, globs, before, text, anchor }: HostPattern,
  host: string,
): boolean {
  if (before === "nothing" && anchor === text) return host === text;
  const names = host.split(".");
  const more = names.length - labels.length;
  if (before === "nothing" ? more !== 0 : more < (before === "labels" ? 1 : 0)) return false;
  return globs.every((glob, index) => matchesGlob(glob, names[more + index] ?? ""));
}

export function hasWildcard({ before, anchor, text }: HostPattern): boolean {
  return before === "labels" || anchor !== text;
}
