import { compileGlob, type Glob, type Work } from "../glob.ts";
import { longestLabel, longestName } from "../host-name.ts";
import { coversHost, hasWildcard, type HostPattern } from "../host-pattern.ts";
import { createAutomaton, type Automaton, type Locations } from "./automaton.ts";
import { findWord } from "./find-word.ts";
import { alphabetOfNames, chooseUnits } from "./units.ts";

/** Hosts to find: covered by a claim and by one of some rules, but by no rule that denies them. */
export interface HostSearch {
  readonly never: HostPattern;
  readonly allowed: readonly HostPattern[];
  readonly denied: readonly HostPattern[];
  readonly except: readonly HostPattern[];
}

/** @param excepted the positions of the exceptions that cover the host */
type Visit<Found> = (host: string, excepted: readonly number[]) => Found | undefined;

interface Manner<Found> {
  readonly visit: Visit<Found>;
  readonly work: Work;
}

/**
 * Visits one host for each set of exceptions that covers hosts, until a visit returns a result.
 */
export function findHost<Found>(search: HostSearch, manner: Manner<Found>): Found | undefined {
  const { never, allowed } = search;
  const singles = isSingle(never) ? [never] : allowed.filter(isSingle);
  for (const { text } of singles) {
    const found = visitSingle(text, search, manner);
    if (found !== undefined) return found;
  }
  const wild = allowed.filter((pattern) => !isSingle(pattern) && canShareHosts(pattern, never));
  return isSingle(never) || wild.length === 0
    ? undefined
    : findCovered({ ...search, allowed: wild }, manner);
}

function isSingle(pattern: HostPattern): boolean {
  return pattern.before === "nothing" && !hasWildcard(pattern);
}

function visitSingle<Found>(
  host: string,
  { never, allowed, denied, except }: HostSearch,
  { visit }: Manner<Found>,
): Found | undefined {
  const covers = (pattern: HostPattern) => coversHost(pattern, host);
  if (!covers(never) || !allowed.some(covers) || denied.some(covers)) return undefined;
  return visit(
    host,
    except.flatMap((pattern, index) => (covers(pattern) ? index : [])),
  );
}

/** The last characters of some covered hosts. */
interface HostState {
  readonly locations: Locations;
  /** The last characters of the first label. */
  readonly label: string;
  readonly length: number;
}

const [neverGroup, allowedGroup, deniedGroup, firstExcept] = [0, 1, 2, 3];

/** Labels that encode letters which are not ASCII, and that hosts can have. */
type Encoded = readonly string[] | "all";

/**
 * Most labels that begin like an encoding are invalid, so only those in the patterns are considered
 * first. The others differ from usual labels only if a pattern contains a hyphen and a wildcard.
 */
function findCovered<Found>(search: HostSearch, manner: Manner<Found>): Found | undefined {
  const { never, allowed, denied, except } = search;
  const labels = [never, ...allowed, ...denied, ...except].flatMap((each) => each.labels);
  const found = findWith(labels.filter(isEncoded), search, manner);
  if (found !== undefined || !labels.some((label) => /-.*\*|\*.*-/.test(label))) return found;
  return findWith("all", search, manner);
}

function findWith<Found>(
  encoded: Encoded,
  search: HostSearch,
  manner: Manner<Found>,
): Found | undefined {
  const { never, allowed, denied, except } = search;
  const near = denied.filter(
    (pattern) =>
      canShareHosts(pattern, never) && allowed.some((other) => canShareHosts(pattern, other)),
  );
  const groups = [[never], allowed, near, ...except.map((pattern) => [pattern])];
  const globs = groups.map((patterns) => patterns.flatMap(globsOf));
  const automaton = createAutomaton(globs, { separator: ".", work: manner.work });
  const choose = chooseUnits(globs.flat(), alphabetOfNames);
  const visited = new Set<string>();
  return findWord<HostState, Found>({
    start: { locations: automaton.start, label: "", length: 0 },
    unitsAt: ({ locations }) => choose(automaton.namedAt(locations)),
    advance: (state, unit) => advance(state, unit, { automaton, encoded }),
    keyOf: ({ locations, label }) => `${locations.join()} ${keyOfLabel(label)}`,
    costOf: ({ label }) => label.length,
    accept: ({ locations, label }, word) => {
      const accepts = (group: number) => automaton.accepts(locations, group);
      if (!isComplete(label, encoded) || !accepts(neverGroup) || !accepts(allowedGroup)) return;
      if (accepts(deniedGroup)) return;
      const excepted = [...except.keys()].filter((index) => accepts(firstExcept + index));
      if (visited.has(excepted.join())) return;
      visited.add(excepted.join());
      return manner.visit(reverse(word), excepted);
    },
  });
}

/** Returns whether the ends of two patterns without wildcards agree. */
export function canShareHosts(
  { anchor: one }: HostPattern,
  { anchor: other }: HostPattern,
): boolean {
  const [long, short] = one.length > other.length ? [one, other] : [other, one];
  return short === "" || long === short || long.endsWith(`.${short}`);
}

/**
 * Returns globs for the names read backwards. Most patterns differ at their start, so that fewer
 * states are visited if their common end is read first.
 */
function globsOf({ before, labels }: HostPattern): Glob[] {
  const name = reverse(labels.join("."));
  const below = name === "" ? "**" : `${name}.**`;
  const texts = {
    nothing: [name],
    labels: [below],
    "labels or nothing": [name, below],
  };
  return texts[before].map(compileGlob);
}

function reverse(text: string): string {
  return text.split("").toReversed().join("");
}

/** Reads one more character, and stops where the name would be invalid. */
function advance(
  { locations, label, length }: HostState,
  unit: string,
  { automaton, encoded }: { readonly automaton: Automaton; readonly encoded: Encoded },
): HostState | undefined {
  if (unit === "." && !isComplete(label, encoded)) return undefined;
  if (unit === "-" && label === "") return undefined;
  const next = {
    locations: automaton.advance(locations, unit),
    label: unit === "." ? "" : `${unit}${label}`,
    length: length + 1,
  };
  const isFit = next.label.length <= longestLabel && next.length <= longestName;
  const isAlive = [neverGroup, allowedGroup].every((group) =>
    automaton.isAlive(next.locations, group),
  );
  return isFit && isAlive ? next : undefined;
}

function isComplete(label: string, encoded: Encoded): boolean {
  if (label === "" || label.startsWith("-")) return false;
  return encoded === "all" || !isEncoded(label) || encoded.includes(label);
}

/** Start of a label that encodes letters which are not ASCII. Most such labels are invalid. */
const mark = "xn--";

function isEncoded(label: string): boolean {
  return label.startsWith(mark);
}

/** Returns the part of a label that decides whether it can be complete. */
function keyOfLabel(label: string): string {
  return /^(?:xn--|n--|--?)?/.exec(label)?.[0] || (label === "" ? "" : "+");
}
