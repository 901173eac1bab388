import * as v from "valibot";
import { redact } from "../shared/redact.ts";
import type { ForgeClient } from "./client.ts";
import { readMessage, readReset } from "./explain-answer.ts";
import { RateLimited } from "./forge-errors.ts";
import type { AnswerHeaders } from "./one-request.ts";
import { readShape } from "./read-shape.ts";

// Of an error that is told in another way, what can be read counts: what it is about is still not answered.
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

/** What was answered, beside what could not be. */
export interface GraphqlAnswer {
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly GraphqlError[];
  /** What errors call the request. */
  readonly title: string;
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** Asks by one query. @throws RateLimited; what the client throws */
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

/** The forge calls it by two names; asked too fast, the answer is but a message. All of them may come with 200. */
const limitTypes = new Set(["RATE_LIMITED", "RATE_LIMIT"]);

function isLimit(body: unknown, errors: readonly GraphqlError[]): boolean {
  const isTyped = errors.some(({ type }) => limitTypes.has(type ?? ""));
  return isTyped || /secondary rate limit/i.test(readMessage({ body }));
}

/** The forge's words for what it did not answer; a credential that they quote is hidden. */
export function describeGraphqlError({ message, extensions }: GraphqlError): string {
  const isSignOn = extensions?.saml_failure === true;
  return isSignOn ? "the organization asks for single sign-on" : redact(message);
}
