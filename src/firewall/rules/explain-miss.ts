import { compileGlob } from "./glob.ts";
import type { Request } from "./policy.ts";
import { shorten } from "./shorten.ts";
import type { Target } from "./target.ts";
import { addressOf, exactPattern } from "./url-text.ts";
import {
  coversMethod,
  coversPath,
  coversTarget,
  longestPattern,
  type UrlPattern,
} from "./url-pattern.ts";

interface Miss {
  readonly because: string;
  readonly suggestion?: string;
}

interface Asked {
  readonly asked: Request;
  readonly target: Target;
}

/** Says by how little a request missed the patterns of its host and port, and what would have covered it. */
export function explainMiss(patterns: readonly UrlPattern[], { asked, target }: Asked): Miss {
  const near =
    explainMethod(patterns, { asked, target }) ??
    explainSegments(patterns, { asked, target }) ??
    explainQuery(patterns, { asked, target });
  if (near) return near;
  const because = `no pattern of ${asked.host} covers ${shorten(target.path)}`;
  return { because, ...suggestExact(asked, target) };
}

function explainMethod(
  patterns: readonly UrlPattern[],
  { asked, target }: Asked,
): Miss | undefined {
  const pattern = patterns.find((candidate) => coversTarget(candidate, target));
  if (!pattern) return undefined;
  const methods = pattern.methods?.join(", ") ?? "";
  return { because: `${pattern.rule.text} covers ${methods} alone, and not ${asked.method}` };
}

function explainSegments(
  patterns: readonly UrlPattern[],
  { asked, target }: Asked,
): Miss | undefined {
  for (const pattern of patterns) {
    if (!pattern.path.includes("*") || !coversMethod(pattern, asked.method)) continue;
    const covers = (path: string) =>
      coversTarget({ ...pattern, path, pathGlob: compileGlob(path) }, target);
    const widest = pattern.path.replaceAll(/\*+/g, "**");
    if (!covers(widest)) continue;
    const wider = widenOne(pattern.path).find(covers) ?? widest;
    const query = /\?.*$/.exec(pattern.rule.text)?.[0] ?? "";
    const because = `${pattern.rule.text} has a * that stays within one segment; ** crosses them`;
    return { because, suggestion: `${addressOf(asked)}${wider}${query}` };
  }
  return undefined;
}

/** The same path with one `*` more that crosses segments, the last first. */
function widenOne(path: string): string[] {
  const stars = [...path.matchAll(/\*+/g)].filter(([found]) => found === "*");
  return stars.map(({ index }) => `${path.slice(0, index)}*${path.slice(index)}`).toReversed();
}

function explainQuery(patterns: readonly UrlPattern[], { asked, target }: Asked): Miss | undefined {
  if (target.query === undefined) return undefined;
  const pattern = patterns.find(
    (candidate) => coversMethod(candidate, asked.method) && coversPath(candidate, target),
  );
  if (!pattern) return undefined;
  const because = pattern.queryGlob
    ? `${pattern.rule.text} names another query`
    : `${pattern.rule.text} names no query; one that ends in a wildcard covers any`;
  return { because, ...suggestExact(asked, target) };
}

/** Nothing where it would be too long for a rule. */
function suggestExact(asked: Request, target: Target): { readonly suggestion?: string } {
  const suggestion = exactPattern(asked, target);
  return suggestion.length > longestPattern ? {} : { suggestion };
}
