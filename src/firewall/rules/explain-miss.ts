import { compileGlob, type Work } from "./glob.ts";
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
  readonly work: Work;
}

/** An explanation may take as many steps as this; a request that needs more gets the general one. */
const mostSteps = 200_000;

/** Explains by how little a request missed the patterns of its host and port, and what would have covered it. */
export function explainMiss(
  patterns: readonly UrlPattern[],
  { asked, target }: Omit<Asked, "work">,
): Miss {
  // What is longer than any pattern is compared with none: no exact pattern could be proposed for it either.
  const isShort = target.path.length <= longestPattern;
  const near = isShort
    ? explainNear(patterns, { asked, target, work: { left: mostSteps } })
    : undefined;
  if (near) return near;
  const because = `no pattern of ${asked.host} covers ${shorten(target.path)}`;
  return { because, ...suggestExact(asked, target) };
}

function explainNear(patterns: readonly UrlPattern[], request: Asked): Miss | undefined {
  return (
    explainMethod(patterns, request) ??
    explainSegments(patterns, request) ??
    explainQuery(patterns, request)
  );
}

function explainMethod(
  patterns: readonly UrlPattern[],
  { asked, target, work }: Asked,
): Miss | undefined {
  const pattern = patterns.find((candidate) => coversTarget(candidate, target, work));
  if (!pattern) return undefined;
  const methods = pattern.methods?.join(", ") ?? "";
  return { because: `${pattern.rule.text} covers ${methods} alone, and not ${asked.method}` };
}

function explainSegments(
  patterns: readonly UrlPattern[],
  { asked, target, work }: Asked,
): Miss | undefined {
  for (const pattern of patterns) {
    if (work.left < 0) return undefined;
    if (!pattern.path.includes("*") || !coversMethod(pattern, asked.method)) continue;
    const covers = (path: string) =>
      coversTarget({ ...pattern, path, pathGlob: compileGlob(path) }, target, work);
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

function explainQuery(
  patterns: readonly UrlPattern[],
  { asked, target, work }: Asked,
): Miss | undefined {
  if (target.query === undefined) return undefined;
  const pattern = patterns.find(
    (candidate) => coversMethod(candidate, asked.method) && coversPath(candidate, target, work),
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
