/** A language, as an automaton whose states are computed on demand. */
export interface Language<State, Found> {
  readonly start: State;
  /** Returns the texts that can follow, one for each different continuation. */
  readonly unitsAt: (state: State) => readonly string[];
  /** Returns the state after one more unit; undefined if no word begins in this way. */
  readonly advance: (state: State, unit: string) => State | undefined;
  /** Returns the same text for states with the same continuations. */
  readonly keyOf: (state: State) => string;
  /**
   * Returns the state's cost, which is not part of its key: a state with a lower cost has all
   * continuations of a state with a higher cost.
   */
  readonly costOf?: (state: State) => number;
  /** Returns a result if the word belongs to the language and is the one to find. */
  readonly accept: (state: State, word: string) => Found | undefined;
}

/**
 * Returns the result of the shortest accepted word, or undefined if the language has none. Visits
 * each state once, so that the search ends even if the language is infinite.
 */
export function findWord<State, Found>({
  start,
  unitsAt,
  advance,
  keyOf,
  costOf = () => 0,
  accept,
}: Language<State, Found>): Found | undefined {
  const visited = new Map([[keyOf(start), costOf(start)]]);
  const queue = [{ state: start, word: "" }];
  for (const { state, word } of queue) {
    const found = accept(state, word);
    if (found !== undefined) return found;
    for (const unit of unitsAt(state)) {
      const next = advance(state, unit);
      if (next === undefined) continue;
      const [key, cost] = [keyOf(next), costOf(next)];
      if ((visited.get(key) ?? Infinity) <= cost) continue;
      visited.set(key, cost);
      queue.push({ state: next, word: word + unit });
    }
  }
  return undefined;
}
