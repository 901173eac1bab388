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

/**
 * Runs a query for the one who asks.
 * Load this file lazily, not the library: a bundle gives a lazily loaded CommonJS library no named exports.
 */
export async function runQuery(
  call: Call,
  query: Query,
): Promise<{ data?: unknown; errors?: unknown }> {
  limitQuery(query.source);
  const { data, errors } = await graphql({
    schema: buildSchema(schemaText),
    source: query.source,
    rootValue: createAnswers(call),
    variableValues: query.variables,
    operationName: query.operationName,
  });
  const told = errors?.map(({ message, path, locations, extensions }) => ({
    // The real forge says the type beside the message, not in extensions.
    ...(extensions["type"] !== undefined && { type: extensions["type"] }),
    ...(path && { path }),
    ...(locations && { locations }),
    message,
  }));
  return { ...(data !== undefined && { data }), ...(told && { errors: told }) };
}
