import * as dgram from "node:dgram";
import { EventEmitter, once } from "node:events";
import * as net from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connectProxy } from "../../src/firewall/connect-proxy.ts";
import type { LogEntry } from "../../src/firewall/log/logged-decision.ts";
import { readSettings } from "../../src/firewall/config/read-settings.ts";
import { compilePolicy } from "../../src/firewall/rules/compile-policy.ts";

const { settings } = readSettings([]);

async function open(more: Partial<Parameters<typeof connectProxy>[2]> = {}) {
  const { policy } = await compilePolicy(settings);
  if (!policy) throw new Error("no policy");
  const server = net.createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const names = dgram.createSocket("udp4");
  names.bind(0, "127.0.0.1");
  await once(names, "listening");
  const entries: LogEntry[] = [];
  const failures = new EventEmitter();
  const failed = once(failures, "failure");
  const proxy = connectProxy(
    { env: {}, settings, policy },
    {
      locations: { proxyPort: 3128, caughtPorts: [] },
      provider: undefined,
      trust: undefined,
      roots: [],
    },
    {
      log: (entry) => entries.push(entry),
      fail: (error) => failures.emit("failure", error),
      ...more,
    },
  );
  onTestFinished(() => proxy.close());
  proxy.serveAll({ servers: new Map([[3128, server]]), names });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { proxy, server, names, entries, failed, port: address.port };
}

test("closing a proxy that was never used closes its sockets", async () => {
  const { proxy, server, names } = await open();
  const closed = [once(server, "close"), once(names, "close")];
  await proxy.close();
  await expect(Promise.all(closed)).resolves.toHaveLength(2);
});

test("a client that connects while the proxy is loading waits for its response", async () => {
  const { port, entries } = await open();
  const ask = async () => {
    const socket = net.connect(port, "127.0.0.1");
    socket.end("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n");
    const [answer] = (await once(socket.setEncoding("utf8"), "data")) as [string];
    return answer.split("\r\n")[0];
  };
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(
    Array(3).fill("HTTP/1.1 403 Blocked by policy: no rule allows a.test"),
  );
  expect(entries.map(({ decision }) => decision.allowed)).toEqual([false, false, false]);
});

test("a connection that breaks while the proxy is loading does not affect others", async () => {
  let fail: (error: Error) => void = () => {};
  const loading = new Promise<never>((_resolve, reject) => (fail = reject));
  const { server, port } = await open({ start: () => loading });
  const accepted = once(server, "connection");
  const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  const [waiting] = (await accepted) as [net.Socket];
  // Otherwise the cleanup of the test would wait for the loading proxy.
  fail(new Error("no proxy"));
  // Without a listener, an error event throws.
  expect(() => waiting.emit("error", new Error("read ECONNRESET"))).not.toThrow();
  expect(waiting.destroyed).toBe(true);
});

test("a DNS query that arrives before the proxy is loaded is answered", async () => {
  const { names } = await open();
  const client = dgram.createSocket("udp4");
  onTestFinished(() => void client.close());
  const question = Buffer.from("abcd01000001000000000000016104746573740000010001", "hex");
  client.send(question, names.address().port, "127.0.0.1");
  const [answer] = (await once(client, "message")) as [Buffer];
  expect(answer.subarray(0, 2).toString("hex")).toBe("abcd");
});

test("if the proxy cannot be loaded, the failure is reported, and closing the proxy does not fail", async () => {
  const { port, failed, proxy } = await open({
    start: () => Promise.reject(new Error("no proxy")),
  });
  const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  expect(await failed).toEqual([expect.any(Error)]);
  await expect(proxy.close()).resolves.toBeUndefined();
});
