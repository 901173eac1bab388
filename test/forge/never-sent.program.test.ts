import { once } from "node:events";
import { createServer as createHttps, request } from "node:https";
import { createServer, type AddressInfo, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createForgeClient } from "../../src/forge/client.ts";
import { exchange } from "../../src/forge/exchange.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { isNeverSent } from "../../src/forge/never-sent.ts";
import { createSendOnce } from "../../src/forge/send-once.ts";
import { makeCa } from "../firewall/proxy/test-ca.ts";
import { failureOf } from "./forge-bench.ts";

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function listen<S extends Server>(server: S): Promise<S> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return server;
}

async function closedPort(): Promise<number> {
  const server = await listen(createServer());
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

/** Returns the error of the client's write to an address. */
function failureAt(origin: string, env: NodeJS.ProcessEnv = {}): Promise<Error> {
  const client = createForgeClient({
    profile: { ...resolveHost("http://127.0.0.1"), apiUrl: origin },
    send: createSendOnce(env),
  });
  return failureOf(client.request("POST", "/x", { body: {} }));
}

test("without a listening server, nothing was sent", async () => {
  expect(isNeverSent(await failureAt(`http://127.0.0.1:${await closedPort()}`))).toBe(true);
  expect(isNeverSent(await failureAt(`http://localhost:${await closedPort()}`))).toBe(true);
});

test("without a listening proxy, nothing was sent", async () => {
  const env = { HTTPS_PROXY: `http://127.0.0.1:${await closedPort()}` };
  expect(isNeverSent(await failureAt("https://forge.invalid", env))).toBe(true);
});

test("if the host name is unknown, nothing was sent", async () => {
  expect(isNeverSent(await failureAt("http://forge.invalid"))).toBe(true);
});

test("with an untrusted certificate, nothing was sent", async () => {
  const asked: string[] = [];
  const { key, cert } = makeCa("theirs").issue("127.0.0.1");
  const server = createHttps({ key, cert }, ({ url = "" }) => void asked.push(url));
  await listen(server);
  expect(isNeverSent(await failureAt(`https://127.0.0.1:${portOf(server)}`))).toBe(true);
  expect(asked).toEqual([]);
});

test("without a connection, nothing was sent", async () => {
  const server = await listen(createServer());
  const way = { open: request, agent: false, connected: "secureConnect" } as const;
  const client = createForgeClient({
    profile: { ...resolveHost("http://127.0.0.1"), apiUrl: `https://127.0.0.1:${portOf(server)}` },
    send: (one) => exchange({ ...way, connectMilliseconds: 50 }, one),
  });
  const failure = await failureOf(client.request("POST", "/x", { body: {} }));
  expect(failure.message).toContain("no connection within 0.05 seconds");
  expect(isNeverSent(failure)).toBe(true);
});

test("without TLS on the server, nothing was sent", async () => {
  const server = await listen(createServer((socket) => socket.once("data", () => socket.end())));
  expect(isNeverSent(await failureAt(`https://127.0.0.1:${portOf(server)}`))).toBe(true);
});

test("if the connection breaks before the response, it is unknown whether anything was sent", async () => {
  const server = await listen(createServer((socket) => socket.once("data", () => socket.end())));
  expect(isNeverSent(await failureAt(`http://127.0.0.1:${portOf(server)}`))).toBe(false);
});

test("a request with a response was sent", async () => {
  const server = await listen(
    createServer((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 502 Bad\r\ncontent-length: 0\r\n\r\n")),
    ),
  );
  expect(isNeverSent(await failureAt(`http://127.0.0.1:${portOf(server)}`))).toBe(false);
});
