import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { Secret } from "../../../src/shared/secret.ts";
import { openSocket, openTunnel } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

const get = "GET /x HTTP/1.1\r\nHost: a.test\r\n";
const upgrade = "Connection: Upgrade\r\nUpgrade: ";
const frame = (type: number, stream: number, body = Buffer.alloc(0)) => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(body.length, 0, 3);
  head[3] = type;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, body]);
};
const request = Buffer.from("828684418361616187", "hex");

/** Pieces that a client may send in any order, without waiting for a response. */
const pieces: readonly (string | Buffer)[] = [
  `${get}\r\n`,
  "GET http://a.test/x HTTP/1.1\r\nHost: a.test\r\n\r\n",
  "CONNECT a.test:80 HTTP/1.1\r\nHost: a.test:80\r\n\r\n",
  "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n",
  "CONNECT b.test:443 HTTP/1.1\r\nHost: b.test:443\r\n\r\n",
  `${get}${upgrade}websocket\r\n\r\n`,
  `${get}${upgrade}h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  "POST /x HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\n\r\nab",
  "POST /x HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
  "POST /x HTTP/1.1\r\nHost: a.test\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
  "0\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  frame(4, 0),
  frame(1, 1, request),
  frame(0, 1, Buffer.from("abc")),
  frame(3, 1, Buffer.alloc(4)),
  frame(7, 0, Buffer.alloc(8)),
  frame(8, 0, Buffer.alloc(4)),
  Buffer.of(22, 3, 1, 0, 5, 1, 0, 0, 1, 3),
  "\r\n",
];
const ends = ["end", "reset", "destroy"] as const;
const sessions = fc.array(
  fc.tuple(
    fc.constantFrom("proxy", "tunnel", "http/1.1", "h2", "sidecar", "http", "https"),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.uint8Array({ maxLength: 40 })), {
      maxLength: 6,
    }),
    fc.constantFrom(...ends),
  ),
  { minLength: 1, maxLength: 6 },
);

/** Runs a proxy with all its listeners, and origins that answer, hang up, or send nothing. */
async function runAll() {
  const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
  let count = 0;
  const answer: Parameters<typeof createHttp>[1] = (message, response) => {
    count += 1;
    if (message.url === "/alive") response.end("alive");
    else if (count % 4 === 1) message.socket.destroy();
    else if (count % 4 === 2) hangUp(message.socket);
    else if (count % 4 === 3) response.writeHead(200, { trailer: "x" }).write("a part");
    else response.end("ok");
  };
  const plain = await listen(createHttp(answer));
  const secure = await listen(createHttps(theirs.issue("a.test"), answer));
  const { proxy, port, url } = await runProxy({
    hosts: ["a.test"],
    issue: ours.issue,
    upstreamRoots: [theirs.cert],
    resolves: [resolveTo("a.test", 80, plain), resolveTo("a.test", 443, secure)],
  });
  const [sidecar, http, https] = [createServer(), createServer(), createServer()];
  const baseUrl = new URL("https://a.test/");
  proxy.serveProvider(sidecar, { baseUrl, type: "openai", key: new Secret("sk-0123456789abcdef") });
  proxy.serveCaught(http, 80);
  proxy.serveCaught(https, 443);
  const names = createSocket("udp4");
  names.bind(0, "127.0.0.1");
  await once(names, "listening");
  proxy.answerNames(names);
  const ports = {
    proxy: port,
    sidecar: await listen(sidecar),
    http: await listen(http),
    https: await listen(https),
  };
  return { ports, url, ca: ours, names: names.address().port };
}

type Door = "proxy" | "tunnel" | "http/1.1" | "h2" | "sidecar" | "http" | "https";

async function open(door: Door, { ports, ca }: Awaited<ReturnType<typeof runAll>>) {
  if (door === "http/1.1" || door === "h2")
    return openTunnel(ports.proxy, "a.test:443", { ca: ca.cert, protocols: [door] });
  const socket = await openSocket(door === "tunnel" ? ports.proxy : ports[door]);
  if (door === "tunnel") socket.write(pieces[2] ?? "");
  return socket;
}

async function end(socket: Socket, how: (typeof ends)[number]): Promise<void> {
  if (socket.destroyed) return;
  const closed = new Promise((resolve) => socket.once("close", resolve));
  if (how === "reset") hangUp(socket);
  else if (how === "end") socket.end(() => socket.destroy());
  else socket.destroy();
  await closed;
}

/** Closes the connection with a reset if Node can send one, which is impossible below TLS. */
function hangUp(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

test("whatever clients send to any of its ports, the proxy still answers the next client", async () => {
  const running = await runAll();
  const errors: unknown[] = [];
  const onMessage = (error: unknown) => void errors.push(error);
  process.on("uncaughtExceptionMonitor", onMessage);
  onTestFinished(() => void process.off("uncaughtExceptionMonitor", onMessage));
  const client = createSocket("udp4");
  onTestFinished(() => void client.close());
  await fc.assert(
    fc.asyncProperty(sessions, async (all) => {
      await Promise.all(
        all.map(async ([door, sent, how]) => {
          const socket = await open(door, running);
          for (const piece of sent) {
            client.send(piece, running.names, "127.0.0.1");
            if (!socket.destroyed) socket.write(piece);
          }
          await end(socket, how);
        }),
      );
      expect(errors).toEqual([]);
    }),
    { numRuns: 40 },
  );
  const run = await runCurl(
    "--proxy",
    running.url,
    "--cacert",
    running.ca.file,
    "https://a.test/alive",
  );
  expect(run.out).toBe("alive");
});
