import { once } from "node:events";
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createHttps, request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { CapturedBodies } from "../../../src/firewall/log/captured-body.ts";
import { openTunnel } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

function read({ sent, received }: CapturedBodies) {
  return { sent: sent.content().toString(), received: received.content().toString() };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Sends a body back in capital letters. */
const shout: Answer = (request, response) =>
  void text(request).then((body) => response.end(body.toUpperCase()));

describe("with a limit for bodies, the log has the beginning of both bodies", () => {
  test.each([
    ["over HTTP/1.1", "--http1.1", false],
    ["over HTTP/2, for an HTTP/1.1 origin", "--http2", false],
    ["over HTTP/2", "--http2", true],
  ])("%s", async (_mode, version, isHttp2) => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const leaf = theirs.issue("a.test");
    const secure = createSecureServer({ ...leaf, allowHTTP1: true });
    secure.on("stream", (stream) => {
      void text(stream).then((body) => {
        stream.respond();
        stream.end(body.toUpperCase());
      });
    });
    const origin = await listen(isHttp2 ? secure : createHttps(leaf, shout));
    const { url, logged } = await runProxy({
      hosts: ["a.test"],
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
      resolves: [resolveTo("a.test", 443, origin)],
      bodyLimit: 5,
    });
    const args = ["--proxy", url, "--cacert", ours.file, version, "-d", "one two"];
    const run = await runCurl(...args, "https://a.test/x");
    expect(run.out).toBe("ONE TWO");
    const entry = await logged(() => true);
    expect(entry).toMatchObject({ bytesSent: 7, bytesReceived: 7 });
    expect(entry.bodies && read(entry.bodies)).toEqual({ sent: "one t", received: "ONE T" });
  });

  test("over plain HTTP", async () => {
    const origin = await listen(createHttp(shout));
    const resolves = [resolveTo("a.test", 80, origin)];
    const { url, logged } = await runProxy({ hosts: ["a.test"], resolves, bodyLimit: 100 });
    await runCurl("--proxy", url, "-d", "one", "http://a.test/x");
    const { bodies } = await logged(() => true);
    expect(bodies && read(bodies)).toEqual({ sent: "one", received: "ONE" });
  });
});

test("without a limit, the log has no bodies", async () => {
  const origin = await listen(createHttp(shout));
  const { url, logged } = await runProxy({
    hosts: ["a.test"],
    resolves: [resolveTo("a.test", 80, origin)],
  });
  await runCurl("--proxy", url, "-d", "one", "http://a.test/x");
  expect(await logged(() => true)).toMatchObject({ bytesSent: 3, bodies: undefined });
});

test("a response is forwarded while the origin is still sending it", async () => {
  const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
  let finish = () => {};
  const slow: Answer = (_request, response) => {
    response.write("first");
    finish = () => void response.end(" last");
  };
  const origin = await listen(createHttps(theirs.issue("a.test"), slow));
  const { port, logged } = await runProxy({
    hosts: ["a.test"],
    issue: ours.issue,
    upstreamRoots: [theirs.cert],
    resolves: [resolveTo("a.test", 443, origin)],
    bodyLimit: 1000,
  });
  const socket = await openTunnel(port, "a.test:443", { ca: ours.cert });
  const request = requestHttps({
    headers: { host: "a.test" },
    createConnection: () => socket,
  }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const [chunk] = await once(response, "data");
  expect(String(chunk)).toBe("first");
  finish();
  await once(response.resume(), "end");
  const { bodies } = await logged(() => true);
  expect(bodies && read(bodies).received).toBe("first last");
});
