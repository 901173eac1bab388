/** A compiled pattern. */
export interface Glob {
  /** The text before the first wildcard. */
  readonly prefix: string;
  /**
   * The pattern from its first wildcard to its end: character codes, and special values for `*` and
   * `**`.
   */
  readonly rest: readonly number[];
  /** The parts of the pattern between the wildcards, in order. */
  readonly literals: readonly string[];
  /** The text after the last wildcard. */
  readonly suffix: string;
}

/**
 * Number of steps that matching can still use. The number is limited, because clients choose the
 * text and a policy may have thousands of patterns.
 */
export interface Work {
  left: number;
}

/** Values in `rest` for the wildcards. */
export const star = -1;
export const doubleStar = -2;
const slash = 47;

/** @param pattern `*` matches zero or more characters except `/`; `**` matches any characters */
export function compileGlob(pattern: string): Glob {
  const first = pattern.indexOf("*");
  if (first < 0) return { prefix: pattern, rest: [], literals: [], suffix: "" };
  const tokens = pattern.slice(first).match(/\*\*|[^]/g) ?? [];
  const rest = tokens.map((token) =>
    token === "**" ? doubleStar : token === "*" ? star : token.charCodeAt(0),
  );
  const parts = pattern.slice(first).split(/\*+/);
  return {
    prefix: pattern.slice(0, first),
    rest,
    literals: parts.filter((part) => part !== ""),
    suffix: parts.at(-1) ?? "",
  };
}

/**
 * Returns whether the pattern covers the complete text.
 *
 * All possible wildcard matches are followed in parallel, one character of the text at a time. For
 * every pattern, the time is therefore linear in the length of the text.
 * @param work if no steps are left, patterns that need steps do not match
 */
export function matchesGlob(glob: Glob, text: string, work: Work = { left: Infinity }): boolean {
  const { prefix, rest } = glob;
  if (!text.startsWith(prefix)) return false;
  if (rest.length === 0) return text.length === prefix.length;
  if (!hasLiterals(glob, text)) return false;
  const matchesAll = rest.at(-1) === doubleStar;
  let locations: number[] = [];
  addLocation(locations, 0, rest);
  for (let index = prefix.length; index < text.length && locations.length > 0; index += 1) {
    if (matchesAll && locations.at(-1) === rest.length) return true;
    work.left -= locations.length;
    if (work.left < 0) return false;
    locations = advance(locations, text.charCodeAt(index), rest);
  }
  return locations.at(-1) === rest.length;
}

/**
 * Returns false for most strings that do not match. This check is much faster than following each
 * wildcard.
 */
function hasLiterals({ prefix, literals, suffix }: Glob, text: string): boolean {
  if (!text.endsWith(suffix)) return false;
  let at = prefix.length;
  for (const literal of literals) {
    const found = text.indexOf(literal, at);
    if (found < 0) return false;
    at = found + literal.length;
  }
  return true;
}

/** Returns the positions in the pattern after one more character, in ascending order. */
function advance(locations: readonly number[], code: number, rest: readonly number[]): number[] {
  const reached: number[] = [];
  for (const location of locations) {
    const token = rest[location];
    if (token === doubleStar) {
      // A later `**` can reach every position that an earlier wildcard can reach, so the earlier
      // positions are not needed.
      reached.length = 0;
      addLocation(reached, location, rest);
    } else if (token === star && code !== slash) addLocation(reached, location, rest);
    else if (token === code) addLocation(reached, location + 1, rest);
  }
  return reached;
}

/**
 * Adds a position in the pattern. A wildcard can match nothing, so the position after a wildcard is
 * added too. Positions stay in ascending order, without duplicates.
 */
export function addLocation(reached: number[], first: number, rest: readonly number[]): void {
  for (let location = first; ; location += 1) {
    if (location > (reached.at(-1) ?? -1)) reached.push(location);
    if ((rest[location] ?? 0) >= 0) return;
  }
}
