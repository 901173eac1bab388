import type { Caller } from "../auth/caller.ts";
import { needsLogin, notFound, ok, type Answer } from "../http/answer.ts";
import type { Call, Forge, Request } from "../http/call.ts";
import type { Play } from "../http/faults.ts";
import { isRecord, readBody, readOptionalText, readText } from "../http/fields.ts";
import { answerAs } from "../rest/answer-rest.ts";
import { schemaText } from "./schema.ts";

/** GraphQL: one address, its own budget, and errors inside an answer that is 200. */
export function answerGraphql(
  forge: Forge,
  request: Request,
  play: Play | undefined,
): Promise<{ answer: Answer; caller: Caller }> {
  return answerAs(forge, request, play, () => {
    if (request.method !== "POST") throw notFound();
    return { handle: answerQuery, params: {} };
  });
}

async function answerQuery(call: Call): Promise<Answer> {
  if (call.caller.kind === "anonymous") throw needsLogin();
  const body = readBody(call);
  const { variables } = body;
  const operationName = readOptionalText(body, "operationName");
  // Loaded with the first query: most sessions ask REST only.
  const { buildSchema, graphql } = await import("graphql");
  const { createAnswers } = await import("./answers.ts");
  const result = await graphql({
    schema: buildSchema(schemaText),
    source: readText(body, "query"),
    rootValue: createAnswers(call),
    variableValues: isRecord(variables) ? variables : {},
    operationName: operationName || undefined,
  });
  const errors = result.errors?.map(({ message, path, locations, extensions }) => ({
    // The real forge says the type beside the message, not in extensions.
    ...(extensions["type"] !== undefined && { type: extensions["type"] }),
    ...(path && { path }),
    ...(locations && { locations }),
    message,
  }));
  const data = result.data === undefined ? {} : { data: result.data };
  return ok(errors ? { ...data, errors } : data);
}
