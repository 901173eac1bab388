import { Kind, parse, type DocumentNode, type SelectionSetNode } from "graphql";
import { priceQuery } from "./price-query.ts";
import type { QueryPrice } from "./price-query.ts";
import { nestingOf } from "../http/nesting.ts";
import { Refusal } from "../http/reply.ts";

export type { QueryPrice };

/**
 * Maximum number of characters. It is sufficient for a query that names a thousand repositories.
 */
const longestQuery = 100_000;
const mostWords = 25_000;
/**
 * Maximum nesting depth: a repository, its owner, the owner's repositories, and so on. Each level
 * multiplies the work.
 */
const deepestQuery = 15;

/**
 * Rejects a query that would cost too much, before it runs.
 * @returns its cost
 * @throws Refusal 400
 */
export function limitQuery(source: string): QueryPrice {
  const words = source.length > longestQuery ? [] : (source.match(/\w+|[^\s\w]/g) ?? []);
  if (source.length > longestQuery || words.length > mostWords) {
    throw new Refusal(400, "The query is too long.");
  }
  if (nestingOf(source) > 2 * deepestQuery) throw tooDeep();
  const document = tryParse(source);
  if (document && depthOf(document) > deepestQuery) throw tooDeep();
  return document ? priceQuery(document) : { cost: 1, nodes: 0 };
}

const tooDeep = () => new Refusal(400, "The query is nested too deeply.");

/**
 * Parses a query. Returns undefined if the query is invalid. Such a query costs one point, and
 * GraphQL itself reports the errors.
 */
function tryParse(source: string): DocumentNode | undefined {
  try {
    return parse(source);
  } catch {
    return undefined;
  }
}

/**
 * Returns the depth including fragments, each visited once. A fragment that includes itself is
 * infinitely deep.
 */
function depthOf(document: DocumentNode): number {
  const fragments = new Map<string, SelectionSetNode>();
  for (const each of document.definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each.selectionSet);
  }
  const known = new Map<string, number>();
  const ofFragment = (name: string): number => {
    const depth = known.get(name);
    if (depth !== undefined) return depth;
    known.set(name, Infinity);
    known.set(name, ofSelections(fragments.get(name)));
    return known.get(name) ?? 0;
  };
  const ofSelections = (set: SelectionSetNode | undefined): number => {
    const depths = set?.selections.map((each) =>
      each.kind === Kind.FRAGMENT_SPREAD
        ? ofFragment(each.name.value)
        : ofSelections(each.selectionSet),
    );
    return depths ? 1 + Math.max(0, ...depths) : 0;
  };
  const roots = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  return Math.max(0, ...roots.map(({ selectionSet }) => ofSelections(selectionSet)));
}
