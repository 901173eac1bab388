import { connect } from "node:http2";
import type { Server } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  createHttp1Origin,
  createHttp2Origin,
  endings,
  frameEndings,
  moments,
  type Certificate,
  type Moment,
} from "./dying-origin.ts";
import { openTunnel, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { makeCa } from "./test-ca.ts";

interface Result {
  readonly status: number | undefined;
  readonly body: string;
  /** False if the client can see that the response is incomplete. */
  readonly isComplete: boolean;
}

type Send = (port: number, options: { ca: string; isWhole: boolean }) => Promise<Result>;

const sendHttp1: Send = async (port, { ca, isWhole }) => {
  const socket = await openTunnel(port, "a.test:443", { ca });
  const length = isWhole ? 4 : 100;
  socket.write(`POST /x HTTP/1.1\r\nHost: a.test\r\nContent-Length: ${length}\r\n\r\nbody`);
  const text = await readToEnd(socket);
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
  const stated = /content-length: (\d+)/i.exec(head)?.[1];
  const isComplete = stated === undefined ? text.endsWith("0\r\n\r\n") : body.length === +stated;
  return { status: status === undefined ? undefined : Number(status), body, isComplete };
};

const sendHttp2: Send = async (port, { ca, isWhole }) => {
  const socket = await openTunnel(port, "a.test:443", { ca, protocols: ["h2"] });
  // With this window, the proxy keeps a part of a response until the client has read the rest.
  const settings = { initialWindowSize: 1000 };
  const session = connect("https://a.test", { createConnection: () => socket, settings });
  onTestFinished(() => session.destroy());
  const call = session.request({ ":method": "POST", ":path": "/x" });
  let [body, status]: [string, number | undefined] = ["", undefined];
  call.on("error", () => {}).on("data", (chunk: Buffer) => (body += chunk.toString()));
  call.on("response", (headers) => (status = headers[":status"]));
  if (isWhole) call.end("body");
  else call.write("body");
  await new Promise((resolve) => call.once("close", resolve));
  return { status, body, isComplete: call.rstCode === 0 };
};

interface Pair {
  readonly send: Send;
  readonly createOrigin: (moment: Moment, certificate: Certificate) => Server;
  readonly headersTimeoutMs?: number;
}

/** Sends one request for each moment, and reports what the client and the log state. */
async function exchange(all: readonly Moment[], { send, createOrigin, ...options }: Pair) {
  const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
  const certificate = theirs.issue("a.test");
  const report: Record<string, unknown> = {};
  for (const moment of all) {
    const { port, log, logged } = await runProxy({
      hosts: ["a.test"],
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
      resolves: [resolveTo("a.test", 443, await listen(createOrigin(moment, certificate)))],
      ...options,
    });
    const isWhole = moment !== "before the request is complete";
    const { status, body, isComplete } = await send(port, { ca: ours.cert, isWhole });
    await logged(() => true);
    const lines = log.map((entry) => `${entry.kind} ${entry.status}: ${entry.failure}`);
    const client = isComplete ? `${status}: ${body.trim()}` : "aborted";
    report[moment] = { client, lines };
  }
  return report;
}

const reason =
  "the origin (?:closed the (?:connection|stream|HTTP/2 connection)|violated the HTTP/2 protocol)|the origin's response (?:is not HTTP|ended early)";

function failsWith(status: number, failure = reason) {
  return {
    client: expect.stringMatching(`^${status}: Allowed by policy, .+: (?:${failure})\\.$`),
    lines: [expect.stringMatching(`^request ${status}: (?:${failure})$`)],
  };
}

const aborted = {
  client: "aborted",
  lines: [expect.stringMatching(`^request 200: (?:${reason})`)],
};

const atEachMoment: Readonly<Record<Moment, unknown>> = {
  "before the request is complete": failsWith(502),
  "before the headers": failsWith(502),
  "after the headers": aborted,
  "in the body": aborted,
  "in the trailers": aborted,
};

const pairs = [
  ["HTTP/1.1 to HTTP/1.1", sendHttp1, createHttp1Origin],
  ["HTTP/2 to HTTP/1.1", sendHttp2, createHttp1Origin],
  ["HTTP/2 to HTTP/2", sendHttp2, createHttp2Origin],
] as const;

describe.each(pairs)("from %s, a client does not wait after", (_name, send, create) => {
  test.each(Object.entries(endings))("%s", async (_ending, end) => {
    const createOrigin: Pair["createOrigin"] = (moment, own) => create(own, moment, end);
    expect(await exchange(moments, { send, createOrigin })).toEqual(atEachMoment);
  });

  test("an origin that does not respond in time", async () => {
    const createOrigin: Pair["createOrigin"] = (moment, own) => create(own, moment, () => {});
    const options = { send, createOrigin, headersTimeoutMs: 50 };
    expect(await exchange(["before the headers"], options)).toEqual({
      "before the headers": failsWith(504, "the origin did not respond in time"),
    });
  });
});

describe("from HTTP/2 to HTTP/2, a client does not wait after", () => {
  // Trailers are one block of frames, which no other frame can interrupt (RFC 9113, section 4.3).
  const { "in the trailers": _uninterrupted, ...expected } = atEachMoment;
  const before = moments.filter((moment) => moment !== "in the trailers");

  test.each(Object.entries(frameEndings))("%s", async (_ending, end) => {
    const createOrigin: Pair["createOrigin"] = (moment, own) => createHttp2Origin(own, moment, end);
    expect(await exchange(before, { send: sendHttp2, createOrigin })).toEqual(expected);
  });
});

test("a complete HTTP/2 response is delivered although its origin has closed the connection", async () => {
  const body = "x".repeat(16_000);
  const createOrigin: Pair["createOrigin"] = (_moment, own) =>
    createHttp2Origin(own, "before the headers", ({ write, stream, secured }) => {
      write.headers(stream, "200");
      for (const isLast of [false, false, true]) write.data(stream, body, { isLast });
      secured.end();
    });
  const report = await exchange(["before the headers"], { send: sendHttp2, createOrigin });
  expect(report).toEqual({
    "before the headers": { client: `200: ${body.repeat(3)}`, lines: ["request 200: undefined"] },
  });
});
