import { engineRecipes } from "../../../../src/firewall/config/engine-recipes.ts";
import type { Answering, Asked } from "./asked.ts";

/** The answer of every simulated model. */
export const modelAnswer = "pineapple from the model";

/** The only key that the simulated providers accept. */
export const modelKey = "sk-real-key-of-the-provider-0123456789";

/** Every host of an engine, to which the firewall connects with `--resolve`. */
export const modelHosts = [
  ...new Set(
    Object.values(engineRecipes).flatMap(({ hosts }) =>
      hosts.map((host) => host.replace(/:443$/, "")),
    ),
  ),
];

export function isForModel({ host }: Pick<Asked, "host">): boolean {
  return modelHosts.includes(host);
}

/**
 * Answers a prompt in the format of the requested API. Requests without the key receive 401, as from
 * a real provider, and requests for anything else 404.
 */
export function answerPrompt(asked: Asked, { response }: Answering): void {
  const route = routes.find(({ path }) => path.test(asked.url));
  const isKnown = keyHeaders.some((name) =>
    [modelKey, `Bearer ${modelKey}`].includes(String(asked.headers[name])),
  );
  response.setHeader("content-type", route && isKnown ? "text/event-stream" : "application/json");
  response.writeHead(!route ? 404 : isKnown ? 200 : 401);
  const text = route && isKnown ? route.events.map(formatEvent).join("") : '{"error":{}}';
  response.end(text);
}

const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key"];

interface Event {
  /** Undefined if the API sends events without a type. */
  readonly type?: string;
  readonly data: object | string;
}

function formatEvent({ type, data }: Event): string {
  const text = typeof data === "string" ? data : JSON.stringify({ ...(type && { type }), ...data });
  return `${type === undefined ? "" : `event: ${type}\n`}data: ${text}\n\n`;
}

const usage = { input_tokens: 9, output_tokens: 3 };

const messages: readonly Event[] = [
  {
    type: "message_start",
    data: {
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "claude-test",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    },
  },
  { type: "content_block_start", data: { index: 0, content_block: { type: "text", text: "" } } },
  {
    type: "content_block_delta",
    data: { index: 0, delta: { type: "text_delta", text: modelAnswer } },
  },
  { type: "content_block_stop", data: { index: 0 } },
  {
    type: "message_delta",
    data: { delta: { stop_reason: "end_turn", stop_sequence: null }, usage },
  },
  { type: "message_stop", data: {} },
];

const text = { type: "output_text", text: modelAnswer, annotations: [] };
const item = { type: "message", id: "msg_1", role: "assistant" };
const completed = { ...item, status: "completed", content: [text] };
const part = { item_id: "msg_1", output_index: 0, content_index: 0 };

const responses: readonly Event[] = [
  { type: "response.created", data: { response: { id: "resp_1", status: "in_progress" } } },
  {
    type: "response.output_item.added",
    data: { output_index: 0, item: { ...item, status: "in_progress", content: [] } },
  },
  { type: "response.content_part.added", data: { ...part, part: { ...text, text: "" } } },
  { type: "response.output_text.delta", data: { ...part, delta: modelAnswer } },
  { type: "response.output_text.done", data: { ...part, text: modelAnswer } },
  { type: "response.content_part.done", data: { ...part, part: text } },
  { type: "response.output_item.done", data: { output_index: 0, item: completed } },
  {
    type: "response.completed",
    data: {
      response: {
        id: "resp_1",
        status: "completed",
        output: [completed],
        usage: { ...usage, total_tokens: 12 },
      },
    },
  },
];

const chunk = { id: "chat_1", object: "chat.completion.chunk", created: 1, model: "gpt-test" };

const completions: readonly Event[] = [
  {
    data: {
      ...chunk,
      choices: [{ index: 0, delta: { role: "assistant", content: modelAnswer } }],
    },
  },
  { data: { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] } },
  {
    data: {
      ...chunk,
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    },
  },
  { data: "[DONE]" },
];

const contents: readonly Event[] = [
  {
    data: {
      candidates: [
        {
          index: 0,
          content: { role: "model", parts: [{ text: modelAnswer }] },
          finishReason: "STOP",
        },
      ],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 },
      modelVersion: "gemini-test",
    },
  },
];

interface Route {
  readonly path: RegExp;
  readonly events: readonly Event[];
}

const routes: readonly Route[] = [
  { path: /^\/v1\/messages(\?|$)/, events: messages },
  { path: /^\/v1\/responses(\?|$)/, events: responses },
  { path: /^\/v1\/chat\/completions(\?|$)/, events: completions },
  { path: /:streamGenerateContent(\?|$)/, events: contents },
];
