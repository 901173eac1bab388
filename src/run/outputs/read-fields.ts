import { findNearest } from "../../shared/find-nearest.ts";
import type { Secret } from "../../shared/secret.ts";
import { explainCredential } from "./explain-credential.ts";
import { fieldsOf, type JsonValue } from "./json-value.ts";
import { formatWord } from "./format-word.ts";

/** Gathers what is wrong with one line. */
export interface Site {
  /** `files[2].path`; empty for the whole. */
  readonly path: string;
  readonly faults: string[];
  /** What must not stand in any text, besides what looks like a credential. */
  readonly secrets: readonly Secret[];
}

/** Told of one line, which can be made to have a hundred thousand: nobody reads them, and each takes its time. */
export const mostFaults = 20;

function isFull({ faults }: Site): boolean {
  return faults.length > mostFaults;
}

/** Reads a value, and says at its place what is wrong with it. */
export type Read<T> = (value: JsonValue, site: Site) => T | undefined;

function complain({ path, faults }: Site, because: string): undefined {
  faults.push(path === "" ? because : `"${path}" ${because}`);
}

export interface TextRules {
  /** In characters. */
  readonly most: number;
  readonly isOneLine?: boolean;
  readonly mayBeEmpty?: boolean;
  /** Says what else is wrong. */
  readonly explain?: (text: string) => string | undefined;
}

export function text(rules: TextRules): Read<string> {
  return (value, site) => {
    if (typeof value !== "string") return complain(site, "is not a text");
    const because = explainText(value, rules);
    // What looks like a credential is told as that alone: no other sentence may quote it.
    const credential = explainCredential(value, site.secrets);
    const found = credential ?? because;
    return found === undefined ? value : complain(site, found);
  };
}

function explainText(
  value: string,
  { most, isOneLine, mayBeEmpty, explain }: TextRules,
): string | undefined {
  if (!mayBeEmpty && value.trim() === "") return "is empty";
  if (value.length > most && Array.from(value).length > most)
    return `has more than ${most} characters`;
  if (value.includes("\0")) return "has a NUL in it";
  if (/\p{Cs}/u.test(value)) return "has half of a character in it";
  if (isOneLine && /[\p{Cc}\u2028\u2029]/u.test(value)) return "is more than one line";
  if (isOneLine && /\p{Cf}/u.test(value)) return "has an invisible sign in it";
  return explain?.(value);
}

export const positiveNumber: Read<number> = (value, site) => {
  const isOne = typeof value === "number" && Number.isSafeInteger(value) && value > 0;
  return isOne ? value : complain(site, "is not a whole number from 1");
};

export const flag: Read<boolean> = (value, site) =>
  typeof value === "boolean" ? value : complain(site, "is neither true nor false");

export function list<T>(item: Read<T>, most: number): Read<readonly T[]> {
  return (value, site) => {
    if (!Array.isArray(value)) return complain(site, "is not a list");
    if (value.length > most) return complain(site, `has more than ${most} items`);
    return value.flatMap((each: JsonValue, index) => {
      if (isFull(site)) return [];
      const found = item(each, { ...site, path: `${site.path}[${index}]` });
      return found === undefined ? [] : [found];
    });
  };
}

type Fields = Readonly<Record<string, Read<unknown>>>;

/** What was read of an object: each field that is there and right. */
export type ReadFields<F extends Fields> = {
  readonly [K in keyof F]?: F[K] extends Read<infer T> ? T : never;
};

/** An object of known fields. */
export function record<F extends Fields>(
  fields: F,
  required: readonly (keyof F & string)[],
): Read<ReadFields<F>> {
  return (value, site) => {
    const given = fieldsOf(value);
    if (!given) return complain(site, "is not an object");
    const names = Object.keys(fields);
    for (const name of given.keys()) {
      if (isFull(site)) break;
      if (!names.includes(name)) complain(site, explainUnknown(name, names));
    }
    for (const name of required) if (!given.has(name)) complain(site, `has no "${name}"`);
    const read: ReadFields<F> = {};
    for (const [name, shape] of Object.entries(fields)) {
      const field = given.get(name);
      if (field === undefined) continue;
      Object.assign(read, { [name]: shape(field, inside(site, name)) });
    }
    return read;
  };
}

export function inside(site: Site, name: string): Site {
  return { ...site, path: site.path === "" ? name : `${site.path}.${name}` };
}

/** What may have been meant, and what there is. */
function explainUnknown(name: string, names: readonly string[]): string {
  const nearest = findNearest(name, names);
  const guess = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  const all = nearest === undefined ? `; there are ${names.join(", ")}` : "";
  return `has an unknown field ${formatWord(name)}${guess}${all}`;
}
