import { once } from "node:events";
import { createServer as createHttps } from "node:https";
import { request as requestHttp, type RequestListener, type ServerResponse } from "node:http";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { Secret } from "../../../src/shared/secret.ts";
import { openMeter } from "../budget/meter-rig.ts";
import { listen, runProxy } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

describe("the sidecar", () => {
  async function runSidecar(text: string, answer: RequestListener, type = "anthropic") {
    const ca = makeCa();
    const { meter, pass } = openMeter(text);
    const origin = await listen(createHttps(ca.issue("localhost"), answer));
    const { proxy, log } = await runProxy({ upstreamRoots: [ca.cert], budget: meter });
    const server = createServer();
    const baseUrl = new URL(`https://localhost:${origin}/v1`);
    proxy.serveProvider(server, { baseUrl, type, key: new Secret("sk-0123456789") });
    const url = `http://127.0.0.1:${await listen(server)}`;
    return { url, meter, log, pass };
  }

  const report = `data: {"usage":{"input_tokens":60,"output_tokens":40}}\n\n`;
  const usage = JSON.stringify({ usage: { input_tokens: 60, output_tokens: 40 } });

  test.each([
    ["/v1/messages", { type: "error", error: { type: "permission_error" } }],
    ["/v1/chat/completions", { error: { type: "insufficient_quota", code: "budget" } }],
    ["/v1/responses", { error: { type: "insufficient_quota", code: "budget" } }],
    ["/v1/models/m:generateContent", { error: { code: 403, status: "PERMISSION_DENIED" } }],
  ])("denies %s in the format of its API once the tokens are spent", async (path, expected) => {
    let count = 0;
    const { url, meter } = await runSidecar("{ tokens: 150 }", (_request, response) => {
      count += 1;
      response.end(usage);
    });
    const call = () => runCurl("-i", "-d", "{}", `${url}${path}`);
    for (let at = 0; at < 2; at += 1) expect((await call()).out).toContain("200 OK");
    const { out } = await call();
    const [head = "", body = ""] = out.split("\r\n\r\n");
    expect(head).toContain("HTTP/1.1 403");
    expect(head).toContain("x-should-retry: false");
    expect(JSON.parse(body)).toMatchObject(expected);
    expect(body).toContain("200 of 150 tokens");
    expect(count).toBe(2);
    expect(meter.report().limits.tokens).toMatchObject({ used: 200, estimated: 0 });
  });

  test.each([
    [
      "as the provider reports at its end",
      (response: ServerResponse) => response.end(report),
      100,
      0,
    ],
    [
      "with an estimate if it fails",
      (response: ServerResponse) => response.destroy(),
      20_000,
      20_000,
    ],
  ])("counts a response that the client aborts %s", async (_name, complete, used, estimated) => {
    const responses: ServerResponse[] = [];
    const { url, meter, log } = await runSidecar("{ tokens: 1M }", (_request, response) => {
      responses.push(response);
      response.write(`data: {"x":"${"y".repeat(3000)}"}\n\n`);
    });
    const sent = requestHttp(`${url}/v1/messages`, { method: "POST" });
    sent.on("error", () => {});
    sent.end("{}");
    const [response] = (await once(sent, "response")) as [AsyncIterable<Buffer>];
    for await (const _chunk of response) break;
    sent.destroy();
    await expect.poll(() => log.length).toBe(1);
    responses.forEach(complete);
    await expect.poll(() => meter.report().limits.tokens).toMatchObject({ used, estimated });
  });

  test("counts no tokens if the provider cannot be reached", async () => {
    const { meter } = openMeter("{ tokens: 1M }");
    const { proxy, log } = await runProxy({ budget: meter });
    const server = createServer();
    const baseUrl = new URL("https://127.0.0.1:1/v1");
    proxy.serveProvider(server, { baseUrl, type: "openai", key: new Secret("sk-0123456789") });
    await runCurl("-d", "{}", `http://127.0.0.1:${await listen(server)}/v1/responses`);
    expect(log).toMatchObject([{ status: 502 }]);
    expect(meter.report().limits.tokens).toMatchObject({ used: 0 });
  });

  test("counts requests and uploads, and does not send a batch whose tokens are unknown", async () => {
    let count = 0;
    const answer: RequestListener = (request, response) => {
      count += 1;
      request.resume().on("end", () => response.end(usage));
    };
    const { url, meter } = await runSidecar("{ requests: 2, upload: 1kB, tokens: 1M }", answer);
    const call = (path: string, body = "{}") => runCurl("-d", body, `${url}${path}`);
    expect((await call("/v1/messages/batches")).out).toContain("batch");
    expect((await call("/v1/messages")).out).toBe(usage);
    expect((await call("/v1/messages", "x".repeat(1025))).out).toContain("permission_error");
    expect((await call("/v1/messages")).out).toContain("2 of 2 requests");
    expect(meter.report().limits).toMatchObject({ requests: { used: 2 }, upload: { used: 2 } });
    expect(count).toBeLessThanOrEqual(2);
  });
});
