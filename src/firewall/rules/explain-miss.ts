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
  readonly explanation: string;
  readonly suggestion?: string;
}

interface Asked {
  readonly asked: Request;
  readonly target: Target;
  readonly work: Work;
}

/**
 * Maximum number of matching steps for an explanation. Requests that need more steps get a general
 * explanation.
 */
const mostSteps = 200_000;

/**
 * Explains why no pattern for the host and port covered a request, and suggests a rule that would
 * have covered it.
 */
export function explainMiss(
  patterns: readonly UrlPattern[],
  { asked, target }: Omit<Asked, "work">,
): Miss {
  // A path longer than the longest possible pattern is not compared, because a pattern for the path
  // would be too long.
  const isShort = target.path.length <= longestPattern;
  const near = isShort
    ? explainNear(patterns, { asked, target, work: { left: mostSteps } })
    : undefined;
  if (near) return near;
  const explanation = `no pattern for ${asked.host} covers ${shorten(target.path)}`;
  return { explanation, ...suggestExact(asked, target) };
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
  return { explanation: `${pattern.rule.text} covers only ${methods}, not ${asked.method}` };
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
    const explanation = `in ${pattern.rule.text}, * matches only one path segment; use ** for several`;
    return { explanation, suggestion: `${addressOf(asked)}${wider}${query}` };
  }
  return undefined;
}

/**
 * Returns variants of the path in which one `*` is replaced by `**`, starting with the last `*`.
 */
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
  const explanation = pattern.queryGlob
    ? `${pattern.rule.text} covers a different query`
    : `${pattern.rule.text} does not cover queries; end the pattern with a wildcard to cover any query`;
  return { explanation, ...suggestExact(asked, target) };
}

/**
 * Suggests a pattern for exactly this path. Returns an empty object if the pattern would be too
 * long.
 */
function suggestExact(asked: Request, target: Target): { readonly suggestion?: string } {
  const suggestion = exactPattern(asked, target);
  return suggestion.length > longestPattern ? {} : { suggestion };
}
