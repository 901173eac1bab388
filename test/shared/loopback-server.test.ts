import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { serveLoopback } from "../../src/shared/loopback-server.ts";

const refusal = { status: 400, html: "no" };
// The timeout must be short: a connection that is kept open for reuse would outlast it.
const timeout = 4000;

async function ask(origin: string): Promise<Socket> {
  const { host, port } = new URL(origin);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  return socket;
}

test(
  "a response in progress arrives, and its connection does not stay open",
  { timeout },
  async () => {
    let closed: Promise<void> | undefined;
    const html = "x".repeat(3_000_000);
    const server = await serveLoopback({
      port: 0,
      refusal,
      answer: () => {
        closed = server.close();
        return { status: 200, html };
      },
    });
    const socket = await ask(server.origin);
    let received = 0;
    socket.on("data", (chunk) => (received += chunk.length));
    await once(socket, "end");
    socket.end();
    await closed;
    expect(received).toBeGreaterThan(html.length);
  },
);
