import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type InlineFragmentNode,
  type SelectionSetNode,
} from "graphql";

/** The cost of a query, and the highest number of nodes that it requests. */
export interface QueryPrice {
  /** Rate limit points that the query costs, at least 1. */
  readonly cost: number;
  readonly nodes: number;
}

/**
 * Calculates the cost: a list costs one request for each parent node, and a hundred requests cost
 * one point. The depth check has already rejected fragments that include themselves.
 * @see [doc] graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
export function priceQuery(document: DocumentNode): QueryPrice {
  const fragments = new Map<string, SelectionSetNode>();
  for (const each of document.definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each.selectionSet);
  }
  // Each fragment is priced once, even if it is used many times.
  const known = new Map<string, Price>();
  const ofFragment = (name: string): Price => {
    const price = known.get(name) ?? ofSet(fragments.get(name));
    known.set(name, price);
    return price;
  };
  const ofSet = (set: SelectionSetNode | undefined): Price =>
    sum(
      (set?.selections ?? []).map((each) =>
        each.kind === Kind.FRAGMENT_SPREAD
          ? ofFragment(each.name.value)
          : priceOf(each, ofSet(each.selectionSet)),
      ),
    );
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const { requests, nodes } = sum(operations.map(({ selectionSet }) => ofSet(selectionSet)));
  return { cost: Math.max(1, Math.round(requests / 100)), nodes };
}

interface Price {
  readonly requests: number;
  readonly nodes: number;
}

function sum(prices: readonly Price[]): Price {
  return prices.reduce(
    (all, { requests, nodes }) => ({ requests: all.requests + requests, nodes: all.nodes + nodes }),
    { requests: 0, nodes: 0 },
  );
}

/**
 * Returns the price of a field. A list multiplies the price of its nodes; any other field costs as
 * much as its contents.
 */
function priceOf(node: FieldNode | InlineFragmentNode, inside: Price): Price {
  const size = node.kind === Kind.FIELD ? sizeOf(node) : undefined;
  if (size === undefined) return inside;
  return { requests: 1 + size * inside.requests, nodes: size + size * inside.nodes };
}

/**
 * Returns the requested length of a list, or the maximum if the length is a variable. Returns
 * undefined if the field is not a list.
 */
function sizeOf({ arguments: given = [] }: FieldNode): number | undefined {
  const sizes = given.flatMap(({ name, value }) => {
    if (name.value !== "first" && name.value !== "last") return [];
    if (value.kind === Kind.NULL) return [];
    return value.kind === Kind.INT ? Number(value.value) : 100;
  });
  return sizes[0];
}
