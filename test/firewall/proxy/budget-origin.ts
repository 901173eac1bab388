import { connect, createSecureServer } from "node:http2";
import { createServer as createHttps } from "node:https";
import { createServer as createHttp, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { WebSocketServer } from "ws";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";
import { openMeter } from "../budget/meter-rig.ts";
import { openTunnel } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

/** Runs a proxy with a budget in front of origins of the test, with and without interception. */
export async function runLimited(text: string, more: { readonly splice?: string } = {}) {
  const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
  const { meter, budget, pass } = openMeter(text);
  const { splice } = more;
  const rule = (each: string) => ({ id: each, text: each });
  const { policy } = await compilePolicy({
    allowDomains: ["a.test", "b.test"].map(rule),
    sslBump: true,
    splice: splice === undefined ? [] : [rule(splice)],
    budgetRules: budget.rules,
  });
  if (!policy) throw new Error("no policy");
  let received = 0;
  const counts = { requests: 0, streams: 0, bytes: () => received };
  const answer: RequestListener = (request, response) => {
    counts.requests += 1;
    request.on("data", (chunk: Buffer) => (received += chunk.length));
    request.on("end", () => response.end("ok"));
    request.on("error", () => {});
  };
  const tls = createHttps(theirs.issue("a.test"), answer);
  const sockets = new WebSocketServer({ server: tls });
  sockets.on("connection", (socket) => {
    counts.requests += 1;
    socket.on("message", (data: Buffer) => {
      received += data.length;
      socket.send("ok");
    });
  });
  const ports = { https: await listen(tls), http: await listen(createHttp(answer)) };
  const h2 = createSecureServer(theirs.issue("b.test"));
  h2.on("stream", (stream) => {
    counts.streams += 1;
    stream.on("error", () => {});
    stream.on("data", (chunk: Buffer) => (received += chunk.length));
    stream.on("end", () => {
      stream.respond({ ":status": 200 });
      stream.end("ok");
    });
  });
  const running = await runProxy({
    policy,
    issue: ours.issue,
    upstreamRoots: [theirs.cert],
    budget: meter,
    resolves: [
      resolveTo("a.test", 443, ports.https),
      resolveTo("a.test", 80, ports.http),
      resolveTo("b.test", 443, await listen(h2)),
    ],
  });
  const curl = (...args: readonly string[]) =>
    runCurl("--proxy", running.url, "--cacert", ours.file, "--http1.1", ...args);
  const openH2 = async () => {
    const socket = await openTunnel(running.port, "b.test:443", {
      ca: ours.cert,
      protocols: ["h2"],
    });
    const session = connect("https://b.test", { createConnection: () => socket });
    onTestFinished(() => session.destroy());
    return session;
  };
  return { ...running, ca: ours, theirs, meter, pass, counts, curl, openH2 };
}
