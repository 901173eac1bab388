import { readAuthority } from "./authority.ts";
import { faultOfScheme } from "./domain-rule.ts";
import { fault, isFault, type Fault } from "./fault.ts";
import { findUnreadable } from "./find-unreadable.ts";
import { compileGlob, matchesGlob, type Glob, type Work } from "./glob.ts";
import { readHostPattern, type HostPattern } from "./host-pattern.ts";
import type { UrlRule } from "./rule.ts";
import { findDoubt, findWandering, spellPath, spellQuery, type Target } from "./target.ts";

/** The paths and queries that a pattern covers. */
export interface TargetPattern {
  /** Normalized path. */
  readonly path: string;
  readonly pathGlob: Glob;
  readonly queryGlob?: Glob;
}

/** An allowed URL pattern. */
export interface UrlPattern extends TargetPattern {
  readonly rule: UrlRule;
  readonly host: HostPattern;
  readonly port: number;
  /** Uppercase method names; undefined if all methods are allowed. */
  readonly methods?: readonly string[];
}

/** Reads `https://HOST[:PORT]/PATH[?QUERY]`. */
export function readUrlPattern(rule: UrlRule): UrlPattern | Fault {
  const split = splitPattern(rule.text);
  if (isFault(split)) return split;
  const authority = readAuthority(split.authority);
  const again = (host: string) => `https://${host}${split.target}`;
  if (isFault(authority)) return correct(authority, again);
  const host = readHostPattern(authority.host, { plainCovers: "itself" });
  if (isFault(host)) return correct(host, again);
  if (split.target === "")
    return fault(
      "has no path; use --allow-domains for complete domains",
      `--allow-domains ${split.authority}`,
    );
  const target = readPatternTarget(split.target);
  if (isFault(target)) return correct(target, (text) => `https://${split.authority}${text}`);
  const methods = readMethods(rule.methods);
  if (methods && isFault(methods)) return methods;
  return {
    rule,
    host,
    port: authority.port ?? 443,
    ...target,
    ...(methods && { methods: methods.names }),
  };
}

/** Returns whether the pattern covers the path and query, for every interpretation of the path. */
export function coversTarget(pattern: UrlPattern, target: Target, work: Work): boolean {
  return coversPath(pattern, target, work) && coversQuery(pattern, target.query, work);
}

export function coversPath({ path, pathGlob }: TargetPattern, target: Target, work: Work): boolean {
  // Covers every path, regardless of how a server interprets the path.
  if (path === "/**") return true;
  if (target.doubt !== undefined || !matchesGlob(pathGlob, target.path, work)) return false;
  // A pattern with a semicolon is meant for servers that treat a semicolon as part of the path.
  if (path.includes(";") || target.bare === target.path) return true;
  return matchesGlob(pathGlob, target.bare, work);
}

function coversQuery(pattern: UrlPattern, query: string | undefined, work: Work): boolean {
  const { queryGlob } = pattern;
  if (queryGlob) return query !== undefined && matchesGlob(queryGlob, query, work);
  return query === undefined || coversAnyQuery(pattern);
}

/** Returns whether the pattern covers its paths with every query, and without one. */
export function coversAnyQuery({ path, queryGlob }: TargetPattern): boolean {
  return !queryGlob && path.endsWith("*");
}

export function coversMethod({ methods }: Pick<UrlPattern, "methods">, method: string): boolean {
  return methods === undefined || methods.includes(method);
}

function correct({ fault: what, suggestion }: Fault, complete: (part: string) => string): Fault {
  return fault(what, suggestion === undefined ? undefined : complete(suggestion));
}

function splitPattern(
  text: string,
): { readonly authority: string; readonly target: string } | Fault {
  if (text.length > longestPattern) return fault(`is longer than ${longestPattern} characters`);
  const unreadable = findUnreadable(text);
  if (unreadable) return unreadable;
  if (text.includes("\\")) return fault("has a backslash", text.replaceAll("\\", "/"));
  if (text.includes("#"))
    return fault("has a fragment, which is never sent", text.replace(/#.*$/, ""));
  const [, scheme, rest = ""] = /^(?:([^:/?]*):\/\/)?([^]*)$/.exec(text) ?? [];
  if (scheme === undefined) return faultWithoutScheme(text);
  if (scheme !== "https") return faultOfPatternScheme(scheme, rest);
  const end = rest.search(/[/?]/);
  if (end < 0) return { authority: rest, target: "" };
  if (rest[end] === "?")
    return fault(
      "has a query without a path before it",
      `https://${rest.slice(0, end)}/${rest.slice(end)}`,
    );
  return { authority: rest.slice(0, end), target: rest.slice(end) };
}

function faultWithoutScheme(text: string): Fault {
  const rest = text.replace(/^(?:https?)?:?\/*/i, "");
  return fault(
    "does not begin with https://",
    `https://${rest.includes("/") ? rest : `${rest}/**`}`,
  );
}

function faultOfPatternScheme(scheme: string, rest: string): Fault {
  if (scheme !== "http") return { ...faultOfScheme(scheme, rest), suggestion: `https://${rest}` };
  return fault("begins with http://; patterns are for HTTPS only", `https://${rest}`);
}

/** Longer patterns are unreadable, and would slow down every request. */
export const longestPattern = 2000;
const mostWildcards = 16;

function readPatternTarget(text: string): TargetPattern | Fault {
  if (text.split(/\*+/).length - 1 > mostWildcards)
    return fault(`has more than ${mostWildcards} wildcards`);
  if (text.includes("***"))
    return fault("has three consecutive stars", text.replaceAll(/\*{3,}/g, "**"));
  if (/%(?![0-9a-f]{2})/i.test(text))
    return fault(
      "has an invalid escape: write % as %25",
      text.replaceAll(/%(?![0-9a-f]{2})/gi, "%25"),
    );
  const ascii = encodeLetters(text);
  if (ascii === undefined) return fault("contains an incomplete character");
  const mark = ascii.indexOf("?");
  const path = spellPath(mark < 0 ? ascii : ascii.slice(0, mark));
  const wrong = findWandering(path) ?? findDoubt(path);
  if (wrong !== undefined) return fault(wrong, fixPath(path, mark < 0 ? "" : ascii.slice(mark)));
  const query = mark < 0 ? undefined : spellQuery(ascii.slice(mark + 1));
  const queryGlob = query === undefined ? undefined : compileGlob(query.replaceAll(/\*+/g, "**"));
  return { path, pathGlob: compileGlob(path), ...(queryGlob && { queryGlob }) };
}

/** Escapes non-ASCII letters, as clients do. */
function encodeLetters(text: string): string | undefined {
  try {
    return text.replaceAll(/[^\0-\x7f]+/g, encodeURIComponent);
  } catch {
    return undefined;
  }
}

/**
 * Returns the path and query in normal form, as a suggestion; undefined if the author's intent is
 * unclear.
 */
function fixPath(path: string, query: string): string | undefined {
  const url = `https://host${path}`;
  if (/%(?:2f|5c|3f|23|3b|25|00)/i.test(path) || !URL.canParse(url)) return undefined;
  const plain = path.replaceAll(
    /%(?:2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi,
    decodeURIComponent,
  );
  const fixed = new URL(`https://host${plain.replaceAll(/\/{2,}/g, "/")}`).pathname;
  return (findWandering(fixed) ?? findDoubt(fixed)) ? undefined : `${fixed}${query}`;
}

export function readMethods(
  methods: readonly string[] | undefined,
): { readonly names: readonly string[] } | Fault | undefined {
  if (methods === undefined) return undefined;
  if (methods.length === 0)
    return fault("has an empty list of methods, so it would not cover any request");
  const odd = methods.find((method) => !/^[A-Za-z][A-Za-z-]*$/.test(method));
  if (odd !== undefined) return fault(`has the invalid method "${odd}"`);
  return { names: methods.map((method) => method.toUpperCase()) };
}
