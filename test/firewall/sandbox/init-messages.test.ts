import * as dgram from "node:dgram";
import * as net from "node:net";
import { expect, test } from "vitest";
import { readNews } from "../../../src/firewall/sandbox/init-messages.ts";

test.each([
  [{ ready: 1 }, { kind: "ready" }],
  [{ started: 0 }, { kind: "started" }],
  [{ listening: 1 }, { kind: "listening" }],
  [{ exit: 42 }, { kind: "exit", code: 42 }],
  [{ exit: 0 }, { kind: "exit", code: 0 }],
  [{ killed: 9 }, { kind: "killed", signal: 9 }],
  [{ stopped: 20 }, { kind: "stopped", signal: 20 }],
  [{ refused: 2 }, { kind: "refused", errno: 2 }],
  [{ uncaught: 80 }, { kind: "uncaught", port: 80 }],
  [
    { failed: "unshare", errno: 1 },
    { kind: "failed", what: "unshare", errno: 1 },
  ],
])("%j is read as %j", (message, news) => {
  expect(readNews(message, undefined)).toEqual(news);
});

test.each([undefined, null, "ready", 1, [], {}, { exit: "0" }, { port: 80 }, { nonsense: 1 }])(
  "%j is not a message of the starter",
  (message) => {
    expect(readNews(message, undefined)).toBeUndefined();
  },
);

test("a socket is identified by its handle, at the reported port", () => {
  const server = net.createServer();
  const names = dgram.createSocket("udp4");
  expect(readNews({ port: 80 }, server)).toEqual({ kind: "server", port: 80, server });
  expect(readNews({ port: 53 }, names)).toEqual({ kind: "names", socket: names });
  names.close();
});
