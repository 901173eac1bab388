import { GraphQLError } from "graphql";

/** The requested part of a list. */
export interface Slice {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
}

const most = 100;

/**
 * Returns a part of a list with GraphQL pagination: `first` after a cursor, or `last` from the end.
 */
export function connect<T, N>(
  items: readonly T[],
  { first, last, after }: Slice,
  { name, toNode }: { name: string; toNode: (item: T) => N },
) {
  const size = first ?? last;
  if (size === undefined || size === null || size < 1 || size > most) {
    throw new GraphQLError(
      `You must provide a \`first\` or \`last\` value between 1 and ${most} to properly paginate the \`${name}\` connection.`,
    );
  }
  const isFromStart = first !== undefined && first !== null;
  const start = isFromStart ? Number(after ?? 0) : Math.max(0, items.length - size);
  const shown = items.slice(start, start + size);
  return {
    nodes: shown.map(toNode),
    totalCount: items.length,
    pageInfo: {
      hasNextPage: start + size < items.length,
      hasPreviousPage: start > 0,
      startCursor: String(start),
      endCursor: String(start + shown.length),
    },
  };
}

/** An empty list, for features that the embedded forge does not have. */
export const nothing = {
  nodes: [],
  edges: [],
  totalCount: 0,
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};
