import { buildSchema, graphql } from "graphql";
import type { Call } from "../http/call.ts";
import { limitQuery } from "./limit-query.ts";
import { createAnswers } from "./answers.ts";
import { schemaText } from "./schema.ts";

export interface Query {
  source: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

export interface Answered {
  readonly data?: unknown;
  readonly errors?: unknown;
  /** Rate limit points that the query costs. */
  readonly cost: number;
}

/**
 * The schema is not validated at run time, because validation takes longer than most queries. A
 * test validates it.
 */
const schema = buildSchema(schemaText, { assumeValidSDL: true, assumeValid: true });

/**
 * Runs a query as the calling user. Lazy-load this file, not the library itself: in a bundle, a
 * lazily loaded CommonJS library has no named exports.
 */
export async function runQuery(call: Call, query: Query): Promise<Answered> {
  const { cost, nodes } = limitQuery(query.source);
  if (nodes > mostNodes) return { cost, errors: [tooManyNodes(nodes)] };
  const { data, errors } = await graphql({
    schema,
    source: query.source,
    rootValue: createAnswers(call, { cost, nodes }),
    variableValues: query.variables,
    operationName: query.operationName,
  });
  const reported = errors?.map(({ message, path, locations, extensions }) => ({
    // GitHub returns the type next to the message, not in `extensions`.
    ...(extensions["type"] !== undefined && { type: extensions["type"] }),
    ...(path && { path }),
    ...(extensions["saml_failure"] !== undefined && {
      extensions: { saml_failure: extensions["saml_failure"] },
    }),
    ...(locations && { locations }),
    message,
  }));
  return { cost, ...(data !== undefined && { data }), ...(reported && { errors: reported }) };
}

/** @see [doc] graphql/overview/rate-limits-and-query-limits-for-the-graphql-api */
const mostNodes = 500_000;

function tooManyNodes(nodes: number) {
  const most = mostNodes.toLocaleString("en");
  return {
    type: "MAX_NODE_LIMIT_EXCEEDED",
    message: `This query requests up to ${nodes.toLocaleString("en")} possible nodes which exceeds the maximum limit of ${most}.`,
  };
}
