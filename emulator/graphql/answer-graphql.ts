import type { Caller } from "../auth/caller.ts";
import { needsLogin, notFound, ok, type Reply } from "../http/reply.ts";
import type { Call, Forge, Request } from "../http/call.ts";
import type { Play } from "../http/faults.ts";
import { readBody, readOptionalText, readText } from "../http/fields.ts";
import { isRecord } from "../is-record.ts";
import { answerAs } from "../rest/answer-rest.ts";

/**
 * Answers GraphQL queries. GraphQL has one URL and its own budget, and reports errors with status
 * 200.
 */
export function answerGraphql(
  forge: Forge,
  request: Request,
  play: Play | undefined,
): Promise<{ reply: Reply; caller: Caller }> {
  return answerAs(forge, request, play, () => {
    if (request.method !== "POST") throw notFound();
    return { handle: answerQuery, params: {} };
  });
}

async function answerQuery(call: Call): Promise<Reply> {
  if (call.caller.kind === "anonymous") throw needsLogin();
  const body = readBody(call);
  const { variables } = body;
  // Loaded with the first query, because most sessions use only REST.
  const { runQuery } = await import("./run-query.ts");
  const { cost, ...answer } = await runQuery(call, {
    source: readText(body, "query"),
    variables: isRecord(variables) ? variables : {},
    operationName: readOptionalText(body, "operationName") || undefined,
  });
  return { ...ok(answer), cost };
}
