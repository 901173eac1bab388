import { createServer, Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { openInside } from "../../../src/firewall/proxy/inside/open-inside.ts";
import { openConnect, openSocket, readToEnd } from "./open-tunnel.ts";
import { listen, runProxy } from "./rig.ts";
import { fakePolicy } from "./fake-policy.ts";

const banner = "SSH-2.0-OpenSSH_9.2p1\r\n";

/** Reads the reason of an SSH disconnect message, and verifies the framing (RFC 4253, section 6). */
function readDisconnect(answer: string): string {
  const end = answer.indexOf("\r\n") + 2;
  expect(answer.slice(0, end)).toBe("SSH-2.0-gatehouse\r\n");
  const packet = Buffer.from(answer.slice(end), "latin1");
  expect(packet.length % 8).toBe(0);
  expect(packet.readUInt32BE(0)).toBe(packet.length - 4);
  expect(packet.readUInt8(4)).toBeGreaterThanOrEqual(4);
  expect(packet.readUInt8(5)).toBe(1);
  const length = packet.readUInt32BE(10);
  return packet.toString("utf8", 14, 14 + length);
}

const denied = {
  kind: "connection",
  decision: {
    allowed: false,
    reason: "not-understood",
    explanation: expect.stringMatching(/^SSH/),
  },
};

test("an SSH client receives the reason of its denial, also if its first line arrives byte by byte", async () => {
  const { port, logged } = await runProxy({ hosts: ["127.0.0.1"] });
  const origin = createServer((socket) => socket.destroy());
  const authority = `127.0.0.1:${await listen(origin)}`;
  const socket = await openConnect(port, authority);
  const answer = readToEnd(socket);
  for (const byte of banner) {
    socket.write(byte);
    await new Promise(setImmediate);
  }
  expect(readDisconnect(await answer)).toMatch(/^Blocked by policy: SSH .* https:\/\/ URLs/);
  expect(await logged(() => true)).toMatchObject(denied);
});

test("a captured SSH client receives the reason, whether or not a rule names the host", async () => {
  const { proxy, logged } = await runProxy({ hosts: ["127.0.0.1"] });
  const server = createServer();
  proxy.serveCaught(server, 22);
  const socket = await openSocket(await listen(server));
  socket.write(banner);
  expect(readDisconnect(await readToEnd(socket))).toContain("Blocked by policy");
  expect(await logged(() => true)).toMatchObject({ ...denied, port: 22, way: "caught" });
});

test.each([
  [25, 1],
  [443, 0],
])("a client on port %i that sends nothing is logged %i times", async (port, times) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const log: unknown[] = [];
    const socket = new Socket();
    const deps = { policy: fakePolicy({}), log: (entry: unknown) => void log.push(entry) };
    const opened = openInside(
      socket,
      { host: "mail.test", port, way: "caught" },
      {
        deps: { ...deps, upstream: {} as never, whomToAsk: undefined },
        acceptHttp: () => expect.unreachable(),
        acceptTls: () => expect.unreachable(),
      },
    );
    vi.advanceTimersByTime(20_000);
    await opened;
    expect(socket.destroyed).toBe(true);
    const silent = { decision: { explanation: expect.stringMatching(/^the client sent nothing/) } };
    expect(log).toMatchObject(Array.from({ length: times }, () => silent));
  } finally {
    vi.useRealTimers();
  }
});
