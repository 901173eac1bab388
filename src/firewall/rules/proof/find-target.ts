import type { Work } from "../glob.ts";
import type { TargetPattern } from "../url-pattern.ts";
import { createAutomaton, type Automaton, type Locations } from "./automaton.ts";
import { findQuery } from "./find-query.ts";
import { findWord } from "./find-word.ts";
import { alphabetOfTargets, chooseUnits } from "./units.ts";

/** Targets to find: allowed by a rule, and read by servers as a path that only `never` covers. */
export interface TargetSearch {
  readonly never: TargetPattern;
  readonly allowed: TargetPattern;
  readonly except: readonly TargetPattern[];
}

/** The last segment of a path. `nothing` begins with a semicolon. */
type Segment = "empty" | "dot" | "dots" | "text" | "nothing";

/** A path that some targets begin with. */
interface PathState {
  readonly path: Locations;
  /** Locations for the path without `;name=value`. */
  readonly bare: Locations;
  readonly segment: Segment;
  readonly isInParameter: boolean;
  readonly isAfterPercent: boolean;
}

const [neverGroup, allowedGroup, firstExcept] = [0, 1, 2];

/**
 * Returns the shortest target, as the rules normalize it.
 *
 * Paths that servers interpret differently are not considered. Only a rule for a complete host
 * allows such a path, and this rule also allows each path that a server could read instead. The
 * claim covers such a path only if it covers one of these, so the result would be the same.
 */
export function findTarget(search: TargetSearch, work: Work): string | undefined {
  const globs = [search.never, search.allowed, ...search.except].map(({ pathGlob }) => pathGlob);
  const automaton = createAutomaton(
    globs.map((glob) => [glob]),
    { separator: "/", work },
  );
  const root = automaton.advance(automaton.start, "/");
  // Without a semicolon in these patterns, a path without parameters matches equally.
  const hasParameters = hasSemicolon(search.never) || hasSemicolon(search.allowed);
  const choose = chooseUnits(globs, {
    ...alphabetOfTargets,
    always: hasParameters ? ["/", ";"] : ["/"],
  });
  const findQueryAt = acceptPath(search, automaton, work);
  return findWord<PathState, string>({
    start: {
      path: root,
      bare: root,
      segment: "empty",
      isInParameter: false,
      isAfterPercent: false,
    },
    unitsAt: ({ path, bare }) =>
      choose(automaton.namedAt(path === bare ? path : [...path, ...bare])),
    advance: (state, unit) => advance(state, unit, { automaton, search }),
    keyOf: ({ path, bare, segment, isInParameter, isAfterPercent }) =>
      `${path.join()} ${path === bare ? "" : bare.join()} ${segment} ${isInParameter} ${isAfterPercent}`,
    accept: (state, word) => {
      const query = findQueryAt(state);
      return query === undefined ? undefined : `/${word}${query}`;
    },
  });
}

/** Returns whether a pattern is meant for servers that treat a semicolon as part of the path. */
function hasSemicolon({ path }: TargetPattern): boolean {
  return path.includes(";");
}

/** Follows one unit, and stops where the path would be invalid or interpreted in several ways. */
function advance(
  state: PathState,
  unit: string,
  { automaton, search }: { readonly automaton: Automaton; readonly search: TargetSearch },
): PathState | undefined {
  const segment = nextSegment(state, unit);
  // A server could decode `%25` and the following digits twice.
  const isTwice = state.isAfterPercent && /^[0-9A-Fa-f]/.test(unit);
  if (segment === undefined || isTwice) return undefined;
  const isInParameter = unit !== "/" && (state.isInParameter || unit === ";");
  const path = automaton.advance(state.path, unit);
  const bare = isInParameter
    ? state.bare
    : state.bare === state.path
      ? path
      : automaton.advance(state.bare, unit);
  const isClaimed = [path, bare].some((each) => automaton.isAlive(each, neverGroup));
  const isAllowed =
    automaton.isAlive(path, allowedGroup) &&
    (hasSemicolon(search.allowed) || automaton.isAlive(bare, allowedGroup));
  return isClaimed && isAllowed
    ? { path, bare, segment, isInParameter, isAfterPercent: unit === "%25" }
    : undefined;
}

function nextSegment({ segment, isInParameter }: PathState, unit: string): Segment | undefined {
  if (unit === "/") return segment === "text" ? "empty" : undefined;
  if (isInParameter) return segment;
  if (unit === ";") return segment === "empty" ? "nothing" : segment;
  if (unit !== ".") return "text";
  return segment === "empty" ? "dot" : segment === "dot" ? "dots" : "text";
}

/** Returns a function that returns the query with which a path is found, including its mark. */
function acceptPath({ allowed, except }: TargetSearch, automaton: Automaton, work: Work) {
  const known = new Map<string, string | undefined>();
  const findFor = (reading: Locations, path: Locations): string | undefined => {
    if (!automaton.accepts(reading, neverGroup)) return undefined;
    const covers = (pattern: TargetPattern, index: number) =>
      automaton.accepts(reading, firstExcept + index) ||
      (hasSemicolon(pattern) && automaton.accepts(path, firstExcept + index));
    const excepted = except.filter(covers);
    const key = except.map(covers).join();
    if (!known.has(key)) known.set(key, findQuery({ allowed, except: excepted }, work));
    return known.get(key);
  };
  return ({ path, bare, segment }: PathState): string | undefined => {
    if (segment === "dot" || segment === "dots") return undefined;
    const isAllowed =
      automaton.accepts(path, allowedGroup) &&
      (hasSemicolon(allowed) || automaton.accepts(bare, allowedGroup));
    return isAllowed ? (findFor(path, path) ?? findFor(bare, path)) : undefined;
  };
}
