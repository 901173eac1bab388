import { compileGlob, type Work } from "../glob.ts";
import { coversAnyQuery, type TargetPattern } from "../url-pattern.ts";
import { createAutomaton, type Locations } from "./automaton.ts";
import { findWord } from "./find-word.ts";
import { alphabetOfTargets, chooseUnits } from "./units.ts";

/** Patterns that cover a path. */
interface QuerySearch {
  readonly allowed: TargetPattern;
  readonly except: readonly TargetPattern[];
}

/**
 * Returns the shortest query that a rule allows and no exception covers: empty, or with its mark.
 */
export function findQuery({ allowed, except }: QuerySearch, work: Work): string | undefined {
  if (except.some(coversAnyQuery)) return undefined;
  if (!allowed.queryGlob && except.every(({ queryGlob }) => queryGlob)) return "";
  if (!allowed.queryGlob && !coversAnyQuery(allowed)) return undefined;
  const excepted = except.flatMap(({ queryGlob }) => queryGlob ?? []);
  const globs = [allowed.queryGlob ?? compileGlob("**"), ...excepted];
  const automaton = createAutomaton(
    globs.map((glob) => [glob]),
    { separator: "", work },
  );
  const choose = chooseUnits(globs, alphabetOfTargets);
  return findWord<Locations, string>({
    start: automaton.start,
    unitsAt: (state) => choose(automaton.namedAt(state)),
    advance: (state, unit) => {
      const next = automaton.advance(state, unit);
      return automaton.isAlive(next, 0) ? next : undefined;
    },
    keyOf: (state) => state.join(),
    accept: (state, word) => {
      const isExcepted = excepted.some((_, index) => automaton.accepts(state, index + 1));
      return automaton.accepts(state, 0) && !isExcepted ? `?${word}` : undefined;
    },
  });
}
