import { text } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { openSecureServer } from "./secure-front.ts";

interface Chat {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/**
 * Simulates a model that has the agent run one shell command, and then answers.
 * @param key the only key that the provider accepts
 */
export async function openCallingModel(key: string, command: string) {
  const asked: Chat[] = [];
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await text(request);
    if (request.headers.authorization !== `Bearer ${key}`) return reply.writeHead(401).end("{}");
    if (request.url !== "/v1/chat/completions") return reply.writeHead(404).end("{}");
    const chat = JSON.parse(body) as Chat;
    asked.push(chat);
    const isDone = chat.messages.some(({ role }) => role === "tool");
    const input = JSON.stringify({ command, description: "propose an issue" });
    const call = { index: 0, id: "call_1", type: "function" };
    const choices = isDone
      ? [
          { index: 0, delta: { role: "assistant", content: "proposed one issue" } },
          { index: 0, delta: {}, finish_reason: "stop" },
        ]
      : [
          {
            index: 0,
            delta: {
              role: "assistant",
              tool_calls: [{ ...call, function: { name: "bash", arguments: input } }],
            },
          },
          { index: 0, delta: {}, finish_reason: "tool_calls" },
        ];
    const chunk = { id: "chat_1", object: "chat.completion.chunk", created: 1, model: "m-1" };
    const events = choices.map((choice) => JSON.stringify({ ...chunk, choices: [choice] }));
    reply.writeHead(200, { "content-type": "text/event-stream" });
    return reply.end([...events, "[DONE]"].map((each) => `data: ${each}\n\n`).join(""));
  };
  const server = await openSecureServer((request, reply) => void answer(request, reply));
  /** Returns what the agent's shell printed, as the agent reported it to the model. */
  const shellOutput = () => {
    const results = asked.flatMap(({ messages }) => messages.filter(({ role }) => role === "tool"));
    return JSON.stringify(results);
  };
  return { ...server, shellOutput };
}
