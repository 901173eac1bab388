import type { Glob } from "../glob.ts";

/** A letter that is not ASCII, another escape, or a character. */
const unit = /%[C-F][0-9A-F](?:%[89AB][0-9A-F])+|%[0-9A-F]{2}|[^]/g;

/** Returns the characters and escapes that the globs contain. */
function unitsOf(globs: readonly Glob[]): ReadonlySet<string> {
  const texts = globs.flatMap(({ prefix, rest }) => [prefix, ...literalsOf(rest)]);
  return new Set(texts.flatMap((text) => text.match(unit) ?? []));
}

function literalsOf(rest: readonly number[]): string[] {
  const text = rest.map((code) => (code < 0 ? "*" : String.fromCharCode(code))).join("");
  return text.split("*");
}

/** Thrown if the patterns contain every unit that could represent the others. */
export class NoOtherUnit extends Error {}

/** The texts of a kind, such as host names, consist of these units. */
export interface Alphabet {
  /** Units that change more than the locations in the globs. */
  readonly always: readonly string[];
  /** Units that can represent others, in order of preference. */
  readonly others: readonly string[];
  /** Whether no other units exist. */
  readonly isComplete: boolean;
}

/**
 * Returns a function that returns the units that can follow if globs name some characters.
 *
 * One unit represents all characters and escapes that the globs do not contain, because only
 * wildcards match them. An escape that the globs do not contain needs no representative of its own:
 * with this unit instead of it, the same globs match.
 * @throws NoOtherUnit
 */
export function chooseUnits(
  globs: readonly Glob[],
  { always, others, isComplete }: Alphabet,
): (named: ReadonlySet<string>) => readonly string[] {
  const units = unitsOf(globs);
  const text = [...units].join("");
  // A glob can contain only the first escape of a letter.
  const other = others.find((each) => !text.includes(each.slice(0, 3)));
  if (other === undefined && !isComplete) throw new NoOtherUnit();
  const fixed = [...new Set([...always, ...(other === undefined ? [] : [other])])];
  const named = [...units].filter((each) => !fixed.includes(each));
  return (characters) => [...fixed, ...named.filter(([first = ""]) => characters.has(first))];
}

/** A hyphen is last, because a label cannot begin or end with it. */
export const alphabetOfNames: Alphabet = {
  always: ["."],
  others: "xyzghijklmnopqrstuvwabcdef0123456789_-".split(""),
  isComplete: true,
};

/**
 * The others are characters that are not hexadecimal digits and do not separate anything, and
 * letters that are not ASCII, with different first escapes.
 */
export const alphabetOfTargets: Alphabet = {
  always: [],
  others: [
    ..."xyzghijklmnopqrstuvwXYZGHIJKLMNOPQRSTUVW~_-!$()+:=@&".split(""),
    ...Array.from("éęłơǎɐʀ˚ͷδаѐԱאذڀ", encodeURIComponent),
  ],
  isComplete: false,
};
