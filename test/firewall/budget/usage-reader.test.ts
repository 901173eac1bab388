import { describe, expect, test } from "vitest";
import { createUsageReader, findUncountable } from "../../../src/firewall/budget/usage-reader.ts";

/** Least tokens of an estimate. */
const least = 20_000;

interface Call {
  readonly method?: string;
  readonly target?: string;
  readonly status?: number;
  readonly failure?: string;
  readonly bytesSent?: number;
}

/** Reads a response in chunks of a size, and returns what was counted. */
function count(text: string, call: Call = {}, size = text.length) {
  const { method = "POST", target = "/v1/messages", bytesSent = 0, ...outcome } = call;
  const counted: unknown[] = [];
  const reader = createUsageReader({ method, base: "", target }, (tokens, isEstimate) =>
    counted.push(isEstimate ? { estimated: tokens } : tokens),
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += Math.max(1, size))
    reader?.received(bytes.subarray(at, at + Math.max(1, size)));
  reader?.end({ status: 200, bytesSent, ...outcome });
  return counted;
}

const events = (...data: readonly object[]) =>
  data.map((each) => `event: x\ndata: ${JSON.stringify(each)}\n\n`).join("");

const anthropic = {
  input_tokens: 10,
  cache_creation_input_tokens: 5,
  cache_read_input_tokens: 100,
  cache_creation: { ephemeral_5m_input_tokens: 5 },
  server_tool_use: { web_search_requests: 3 },
};
const chat = {
  prompt_tokens: 70,
  completion_tokens: 30,
  total_tokens: 100,
  prompt_tokens_details: { cached_tokens: 60 },
  completion_tokens_details: { reasoning_tokens: 20 },
};
const responses = {
  input_tokens: 70,
  input_tokens_details: { cached_tokens: 60 },
  output_tokens: 30,
  output_tokens_details: { reasoning_tokens: 20 },
  total_tokens: 100,
};
const gemini = {
  promptTokenCount: 40,
  cachedContentTokenCount: 30,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 35,
  toolUsePromptTokenCount: 5,
  totalTokenCount: 100,
};
const early = { ...gemini, candidatesTokenCount: 1, totalTokenCount: 46 };

/** A response of each API, and its tokens. Texts of the model do not count, whatever they contain. */
const formats: readonly [name: string, text: string, tokens: number][] = [
  [
    "Anthropic Messages",
    JSON.stringify({
      content: [{ type: "text", text: '{"usage":{"input_tokens":9999}}' }],
      usage: { ...anthropic, output_tokens: 20 },
    }),
    135,
  ],
  [
    "Anthropic Messages, streamed",
    events(
      { type: "message_start", message: { usage: { ...anthropic, output_tokens: 1 } } },
      { type: "content_block_delta", delta: { text: '","usage":{"output_tokens":7777}' } },
      { type: "message_delta", usage: { output_tokens: 20 } },
      { type: "message_stop" },
    ),
    135,
  ],
  [
    "OpenAI Chat Completions",
    JSON.stringify({ choices: [{ usage: chat }], usage: chat }, null, 2),
    100,
  ],
  [
    "OpenAI Chat Completions, streamed",
    `${events({ choices: [{}], usage: null }, { choices: [], usage: chat })}data: [DONE]\n\n`,
    100,
  ],
  [
    "OpenAI Responses",
    JSON.stringify({ output: [{ usage: { input_tokens: 1 } }], usage: responses }),
    100,
  ],
  [
    "OpenAI Responses, streamed",
    events(
      { type: "response.created", response: { usage: null } },
      { type: "response.completed", response: { output: ["x".repeat(9000)], usage: responses } },
    ),
    100,
  ],
  ["Gemini", JSON.stringify({ candidates: [{}], usageMetadata: gemini }), 100],
  ["Gemini, streamed", events({ usageMetadata: early }, { usageMetadata: gemini }), 100],
  ["Gemini, a list", JSON.stringify([{ usageMetadata: early }, { usageMetadata: gemini }]), 100],
  ["an embedding", JSON.stringify({ usage: { prompt_tokens: 8, total_tokens: 8 } }), 8],
  ["an escaped key", String.raw`{"\u0075sage":{"prompt_tokens":8}}`, 8],
  ["lines with CR LF", 'data: {"usage":{\r\ndata: "prompt_tokens":8}}\r\n\r\n', 8],
];

describe("the tokens of a response", () => {
  test.each(formats)("of %s are the sum that the provider reports", (_name, text, tokens) => {
    for (const size of [text.length, 1, 7, 64]) expect(count(text, {}, size)).toEqual([tokens]);
  });

  test.each([
    ["negative", { input_tokens: -5, output_tokens: 3 }],
    ["a text", { input_tokens: "5", output_tokens: 3 }],
    ["a fraction", { input_tokens: 0.5, output_tokens: 3 }],
    ["a list", { input_tokens: [5], output_tokens: 0 }],
    ["zero", { input_tokens: 0, output_tokens: 0 }],
    ["null", { input_tokens: null, output_tokens: null }],
  ])("are estimated if the report is %s", (_name, usage) => {
    const text = JSON.stringify({ text: "y".repeat(300), usage });
    const estimated = 30_000 + Math.ceil(text.length / 3);
    expect(count(text, { bytesSent: 90_000 })).toEqual([{ estimated }]);
  });

  test("that cannot be exact are estimated, and the sum stays finite", () => {
    const text = `{"usage":{"input_tokens":9007199254740993}}`;
    expect(count(text)).toEqual([{ estimated: least }]);
    const most = Number.MAX_SAFE_INTEGER;
    const usage = { input_tokens: most, output_tokens: most };
    expect(count(JSON.stringify({ usage }))).toEqual([most]);
  });

  test("without a report are estimated from the bytes of both directions", () => {
    const text = "x".repeat(90_000);
    expect(count(text, { bytesSent: 60_000 })).toEqual([{ estimated: 50_000 }]);
    expect(count("", { bytesSent: 9 })).toEqual([{ estimated: least }]);
  });

  test("of a stream without its last report are the reported input and the bytes after it", () => {
    const start = events({ type: "message_start", message: { usage: { input_tokens: 25_000 } } });
    const text = start + events({ type: "content_block_delta", delta: "x".repeat(3000) });
    expect(count(text)).toEqual([{ estimated: 25_000 + Math.ceil(text.length / 3) }]);
    expect(count(events({ message: { usage: { input_tokens: 5 } } }))).toEqual([
      { estimated: least },
    ]);
  });

  test("of an aborted response are estimated, even if a report was complete", () => {
    const text = JSON.stringify({ usage: chat });
    const aborted = { failure: "the connection was closed" };
    expect(count(text, aborted)).toEqual([{ estimated: least }]);
    expect(count(text, { ...aborted, bytesSent: 90_000 })).toEqual([
      { estimated: 30_000 + Math.ceil(text.length / 3) },
    ]);
  });

  test("of an error that the provider reports are free, but not those of a lost response", () => {
    expect(count("{}", { status: 429 })).toEqual([]);
    expect(count("", { status: 504, failure: "no response", bytesSent: 6 })).toEqual([
      { estimated: least },
    ]);
  });

  test.each([
    ["GET", "/v1/models"],
    ["POST", "/v1/messages/count_tokens?beta=true"],
    ["POST", "/v1/responses/input_tokens"],
    ["POST", "/v1beta/models/m:countTokens"],
  ])("of %s %s are free", (method, target) => {
    expect(count(JSON.stringify({ input_tokens: 5 }), { method, target })).toEqual([]);
  });

  test("of a response in the background are estimated once, when it is created", () => {
    const target = "/v1/responses";
    const queued = JSON.stringify({ status: "queued", usage: null });
    expect(count(queued, { target })).toEqual([{ estimated: least }]);
    const stored = { method: "GET", target: "/v1/responses/resp_1?stream=false" };
    expect(count(JSON.stringify({ usage: responses }), stored)).toEqual([]);
  });

  test.each([
    "/v1/messages/batches",
    "/v1/batches",
    "/v1/b%61tches",
    "/v1/Batches",
    "/v1/batches;a",
    "/v1/%6Dessages",
    "/v1/messages/",
    "/v1/threads/runs",
    "/v1/threads/t/messages",
    "/v1/fine_tuning/jobs",
    "/v1/files",
    "/v1beta/models/m:batchGenerateContent",
    "/v1beta/models/m:asyncBatchEmbedContent",
    "/other/v1/messages",
  ])("of a call at %s cannot be counted", (target) => {
    const uncountable = (method: string) => findUncountable({ method, base: "", target });
    for (const method of ["POST", "post", "PUT", "PATCH", "DELETE"])
      expect(uncountable(method)).toContain("cannot be counted");
    expect(uncountable("GET")).toBeUndefined();
  });

  test.each([
    ["", "/v1/messages?beta=true"],
    ["/v1", "/v1/responses"],
    ["/v1", "/v1/responses/compact"],
    ["/api/v1", "/api/v1/chat/completions"],
    ["", "/chat/completions"],
    ["", "/v1/embeddings"],
    ["", "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse"],
    ["", "/v1beta/models/m:embedContent"],
    ["", "/v1beta/models/m:countTokens"],
    ["", "/v1/messages/count_tokens"],
  ])("below %j of a call at %s can be counted", (base, target) => {
    expect(findUncountable({ method: "POST", base, target })).toBeUndefined();
  });

  test("are found in any text without an error", () => {
    for (const text of [
      '{"a":',
      "]]]}}}",
      '"\\',
      "[[[[[[[[1]]]]]]]]",
      "{]",
      ":,:",
      "data:data:\n\n",
    ])
      expect(count(text)).toEqual([{ estimated: least }]);
  });
});
