import * as v from "valibot";
import { redact } from "../shared/redact.ts";
import type { ForgeClient } from "./client.ts";
import { readMessage, readReset } from "./explain-answer.ts";
import { RateLimited } from "./forge-errors.ts";
import type { AnswerHeaders } from "./one-request.ts";
import { readShape } from "./read-shape.ts";

// Accepts errors of any shape, because every error means that data is missing.
const errorShape = v.fallback(
  v.object({
    type: v.fallback(v.nullish(v.string()), undefined),
    path: v.fallback(v.nullish(v.array(v.union([v.string(), v.number()]))), undefined),
    extensions: v.fallback(
      v.nullish(v.object({ saml_failure: v.optional(v.boolean()) })),
      undefined,
    ),
    message: v.fallback(v.string(), "(no reason given)"),
  }),
  { type: undefined, path: undefined, extensions: undefined, message: "(no reason given)" },
);
export type GraphqlError = v.InferOutput<typeof errorShape>;

const answerShape = v.object({
  data: v.nullish(v.record(v.string(), v.unknown())),
  errors: v.nullish(v.array(errorShape), []),
});

/** The data of a response, and errors that explain missing data. */
export interface GraphqlAnswer {
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly GraphqlError[];
  /** Name of the request in errors. */
  readonly title: string;
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/**
 * Sends one query.
 * @throws RateLimited, and the client's errors
 */
export async function queryGraphql(client: ForgeClient, query: string): Promise<GraphqlAnswer> {
  const answer = await client.request("POST", client.profile.graphqlUrl, {
    body: { query },
    pathName: "/graphql",
  });
  const { title, status, headers } = answer;
  const { data, errors } = readShape(answerShape, answer.body, title);
  if (isLimit(answer.body, errors)) {
    throw new RateLimited({ request: title, status, resetsAt: readReset(headers) });
  }
  return { data, errors, title, status, headers };
}

/**
 * GitHub reports an exceeded rate limit as one of two error types. A secondary limit has only a
 * message. The response status can be 200 in all cases.
 */
const limitTypes = new Set(["RATE_LIMITED", "RATE_LIMIT"]);

function isLimit(body: unknown, errors: readonly GraphqlError[]): boolean {
  const isTyped = errors.some(({ type }) => limitTypes.has(type ?? ""));
  return isTyped || /secondary rate limit/i.test(readMessage({ body }));
}

/** Returns GitHub's reason for missing data, with credentials redacted. */
export function describeGraphqlError({ message, extensions }: GraphqlError): string {
  const isSignOn = extensions?.saml_failure === true;
  return isSignOn ? "the organization requires single sign-on" : redact(message);
}
