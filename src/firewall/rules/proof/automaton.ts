import { addLocation, doubleStar, star, type Glob, type Work } from "../glob.ts";

/** Positions in the tokens of all globs, in ascending order. */
export type Locations = readonly number[];

/** Follows the globs of several groups at once. */
export interface Automaton {
  readonly start: Locations;
  /** @throws TooManySteps */
  readonly advance: (locations: Locations, text: string) => Locations;
  /** Returns the characters that a glob names at these locations. Only wildcards match others. */
  readonly namedAt: (locations: Locations) => ReadonlySet<string>;
  /** Returns whether a glob of the group covers the text that was read. */
  readonly accepts: (locations: Locations, group: number) => boolean;
  /** Returns whether a glob of the group covers this text with some continuation. */
  readonly isAlive: (locations: Locations, group: number) => boolean;
}

/** Thrown if a search takes more steps than the limit. */
export class TooManySteps extends Error {}

/** Token after the last token of a glob: no character, and no wildcard. */
const end = 0x110000;

interface Tokens {
  readonly codes: readonly number[];
  /** For each token, the group of its glob. */
  readonly groups: readonly number[];
  /** For each token, the location of its glob's first token. */
  readonly firsts: readonly number[];
}

interface AutomatonOptions {
  /** The character that `*` does not match; empty if it matches all. */
  readonly separator: string;
  readonly work: Work;
}

export function createAutomaton(
  groups: readonly (readonly Glob[])[],
  { separator, work }: AutomatonOptions,
): Automaton {
  const tokens = joinTokens(groups);
  const { codes, firsts } = tokens;
  const start: number[] = [];
  for (const location of new Set(firsts)) addLocation(start, location, codes);
  const limit = separator.charCodeAt(0);
  return {
    start,
    advance: (locations, text) => {
      let reached = locations;
      for (let index = 0; index < text.length; index += 1) {
        work.left -= reached.length + 1;
        if (work.left < 0) throw new TooManySteps();
        reached = advance(reached, text.charCodeAt(index), { tokens, limit });
      }
      return reached;
    },
    namedAt: (locations) =>
      new Set(
        locations.flatMap((at) => {
          const code = codes[at] ?? end;
          return code < 0 || code === end ? [] : String.fromCharCode(code);
        }),
      ),
    accepts: (locations, group) =>
      locations.some((at) => codes[at] === end && tokens.groups[at] === group),
    isAlive: (locations, group) => locations.some((at) => tokens.groups[at] === group),
  };
}

function joinTokens(groups: readonly (readonly Glob[])[]): Tokens {
  const [codes, owners, firsts]: [number[], number[], number[]] = [[], [], []];
  for (const [group, globs] of groups.entries())
    for (const { prefix, rest } of globs) {
      const first = codes.length;
      const literal = Array.from(prefix, (character) => character.charCodeAt(0));
      for (const code of [...literal, ...rest, end]) {
        codes.push(code);
        owners.push(group);
        firsts.push(first);
      }
    }
  return { codes, groups: owners, firsts };
}

function advance(
  locations: Locations,
  code: number,
  { tokens, limit }: { readonly tokens: Tokens; readonly limit: number },
): Locations {
  const { codes, firsts } = tokens;
  const reached: number[] = [];
  for (const location of locations) {
    const token = codes[location];
    if (token === doubleStar) {
      // The `**` reaches every position that an earlier wildcard of its glob reaches.
      const first = firsts[location] ?? 0;
      while ((reached.at(-1) ?? -1) >= first) reached.pop();
      addLocation(reached, location, codes);
    } else if (token === star && code !== limit) addLocation(reached, location, codes);
    else if (token === code) addLocation(reached, location + 1, codes);
  }
  return reached;
}
