import { findNearest } from "../../shared/find-nearest.ts";
import type { Secret } from "../../shared/secret.ts";
import { explainCredential } from "./explain-credential.ts";
import { fieldsOf, type JsonValue } from "./json-value.ts";
import { formatWord } from "./format-word.ts";
import { hasInvisible } from "./joiners.ts";

/** The position of a value, and the errors found so far in its line. */
export interface Site {
  /** A path such as `files[2].path`; empty for the root value. */
  readonly path: string;
  readonly faults: string[];
  /** Secrets that strings must not contain. Strings are also checked for possible credentials. */
  readonly secrets: readonly Secret[];
}

/**
 * The maximum number of reported errors per line. A crafted line could have 100,000 errors, and
 * processing each of them takes time.
 */
export const mostFaults = 20;

function isFull({ faults }: Site): boolean {
  return faults.length > mostFaults;
}

/** Reads a value, and adds any errors to the site. Returns undefined if the value is invalid. */
export type Read<T> = (value: JsonValue, site: Site) => T | undefined;

function complain({ path, faults }: Site, reason: string): undefined {
  faults.push(path === "" ? reason : `"${path}" ${reason}`);
}

export interface TextRules {
  /** Maximum length in characters. */
  readonly most: number;
  readonly isOneLine?: boolean;
  readonly mayBeEmpty?: boolean;
  /** Explains why a string violates an additional rule; undefined if it is valid. */
  readonly explain?: (text: string) => string | undefined;
}

export function text(rules: TextRules): Read<string> {
  return (value, site) => {
    if (typeof value !== "string") return complain(site, "is not a string");
    const reason = explainText(value, rules);
    // If the text may contain a credential, only this problem is reported, because other messages
    // could quote the credential.
    const credential = explainCredential(value, site.secrets);
    const found = credential ?? reason;
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
  if (value.includes("\0")) return "contains a NUL character";
  if (/\p{Cs}/u.test(value)) return "contains an unpaired surrogate";
  if (isOneLine && /[\p{Cc}\u2028\u2029]/u.test(value)) return "has more than one line";
  if (isOneLine && hasInvisible(value)) return "contains an invisible character";
  return explain?.(value);
}

export const positiveNumber: Read<number> = (value, site) => {
  const isOne = typeof value === "number" && Number.isSafeInteger(value) && value > 0;
  return isOne ? value : complain(site, "is not a positive integer");
};

export const flag: Read<boolean> = (value, site) =>
  typeof value === "boolean" ? value : complain(site, "is not true or false");

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

/** The fields of an object that are present and valid. */
export type ReadFields<F extends Fields> = {
  readonly [K in keyof F]?: F[K] extends Read<infer T> ? T : never;
};

/** Returns a reader for an object with known fields. */
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
    for (const name of required) if (!given.has(name)) complain(site, `does not contain "${name}"`);
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

/** Suggests the nearest field, or lists all fields. */
function explainUnknown(name: string, names: readonly string[]): string {
  const nearest = findNearest(name, names);
  const guess = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  const all = nearest === undefined ? `; valid fields: ${names.join(", ")}` : "";
  return `has an unknown field: ${formatWord(name)}${guess}${all}`;
}
