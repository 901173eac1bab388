import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import type { Duplex } from "node:stream";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createForgeClient } from "../../src/forge/client.ts";
import { ForgeUnreachable } from "../../src/forge/forge-errors.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { isNeverSent } from "../../src/forge/never-sent.ts";
import type { OneRequest } from "../../src/forge/one-request.ts";
import { createSendOnce } from "../../src/forge/send-once.ts";
import { createSendProxied } from "../../src/forge/send-proxied.ts";
import { answerOf, failureOf, openOddForge, openServer } from "./forge-bench.ts";

/** Creates a proxy that records the requested targets and rejects them by default. */
async function openProxy(
  answer = (socket: Duplex) => void socket.end("HTTP/1.1 502 No Way\r\n\r\n"),
) {
  const { server, origin, heard } = await openServer((_, response) =>
    response.writeHead(502).end(),
  );
  const tunnels: string[] = [];
  server.on("connect", (request, socket) => {
    tunnels.push(`CONNECT ${request.url}`);
    onTestFinished(() => void socket.destroy());
    answer(socket);
  });
  const asked = () => [...tunnels, ...heard.map(({ method, path }) => `${method} ${path}`)];
  return { asked, address: origin };
}

/** Creates a proxy that forwards everything to the forge behind it. */
async function openTunnel(forge: { readonly port: number }) {
  const { server, origin } = await openServer((_, response) => response.writeHead(502).end());
  const tunnels: string[] = [];
  server.on("connect", (request, socket: Socket, head) => {
    tunnels.push(String(request.url));
    // The connection stays open for a next request that never comes.
    onTestFinished(() => void socket.destroy());
    const beyond = connect(forge.port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n");
      beyond.write(head);
      pipeline(socket, beyond, socket, () => undefined);
    });
  });
  return { tunnels, address: origin };
}

/** Creates a forge with the name forge.invalid, and a certificate that only this test trusts. */
async function openSecureForge(listener: RequestListener) {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const wanted =
    "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=forge.invalid";
  execFileSync("openssl", [...wanted.split(" "), "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}

const ask = (env: NodeJS.ProcessEnv, host = "forge.invalid") =>
  createForgeClient({ profile: resolveHost(host), send: createSendOnce(env) }).request(
    "POST",
    "/x",
  );

describe("a forge behind a proxy", () => {
  test.each(["HTTPS_PROXY", "https_proxy"])("is reached through %s", async (name) => {
    const proxy = await openProxy();
    expect(await failureOf(ask({ [name]: proxy.address }))).toBeInstanceOf(ForgeUnreachable);
    expect(proxy.asked()).toEqual(["CONNECT forge.invalid:443"]);
  });

  test("answers through the proxy, and only the forge sees the request", async () => {
    const heard: string[] = [];
    const forge = await openSecureForge((request, response) => {
      heard.push(`${request.method} ${request.headers.host}${request.url}`);
      response.setHeader("content-type", "application/json").end('{"ok":true}');
    });
    const proxy = await openTunnel(forge);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { body } = await ask({ HTTPS_PROXY: proxy.address });
    expect(body).toEqual({ ok: true });
    expect(heard).toEqual(["POST forge.invalid/api/v3/x"]);
    expect(proxy.tunnels).toEqual(["forge.invalid:443"]);
  });

  test("with an untrusted certificate receives no request", async () => {
    const heard: string[] = [];
    const forge = await openSecureForge((request, response) => {
      heard.push(String(request.url));
      response.end();
    });
    const proxy = await openTunnel(forge);
    const failure = await failureOf(ask({ HTTPS_PROXY: proxy.address }));
    expect(failure).toBeInstanceOf(ForgeUnreachable);
    expect(failure.message).toContain("certificate");
    expect(heard).toEqual([]);
  });

  test.each(["NO_PROXY", "no_proxy"])("that is listed in %s is reached directly", async (name) => {
    const proxy = await openProxy();
    const env = { HTTPS_PROXY: proxy.address, [name]: "other.invalid,forge.invalid" };
    await failureOf(ask(env));
    expect(proxy.asked()).toEqual([]);
  });

  // Addresses for documentation (RFC 5737, RFC 3849): no server exists there.
  test.each([
    ["192.0.2.7", "10.0.0.0/8, 192.0.2.0/24", []],
    ["[2001:db8::7]", "2001:db8::/32", []],
    ["192.0.2.7", "192.0.2.8/30", ["CONNECT 192.0.2.7:443"]],
    ["192.0.2.7", "192.0.2.0/33,2001:db8::/32,no/24", ["CONNECT 192.0.2.7:443"]],
    ["forge.invalid", "192.0.2.0/24", ["CONNECT forge.invalid:443"]],
  ])("uses or bypasses the proxy for %s if NO_PROXY is %s", async (host, noProxy, wanted) => {
    const proxy = await openProxy();
    const direct: string[] = [];
    const send = createSendProxied({
      proxy: proxy.address,
      noProxy,
      direct: ({ address }) => {
        direct.push(address.hostname);
        return Promise.resolve(answerOf(200));
      },
    });
    const { signal } = new AbortController();
    const address = new URL(`https://${host}/x`);
    await send({ method: "GET", address, headers: {}, signal }).catch(() => undefined);
    expect(proxy.asked()).toEqual(wanted);
    expect(direct).toEqual(wanted.length === 0 ? [host] : []);
  });

  test("is reached through a proxy that is named without a scheme", async () => {
    const proxy = await openProxy();
    await failureOf(ask({ HTTPS_PROXY: proxy.address.replace("http://", "") }));
    expect(proxy.asked()).toEqual(["CONNECT forge.invalid:443"]);
  });

  test("is reached directly if only other protocols have a proxy, or if all hosts are excluded", async () => {
    const proxy = await openProxy();
    await failureOf(ask({ HTTP_PROXY: proxy.address }));
    await failureOf(ask({ HTTPS_PROXY: proxy.address, NO_PROXY: " * " }));
    expect(proxy.asked()).toEqual([]);
  });

  test("names the invalid variable, but not its value", async () => {
    const failure = await failureOf(ask({ HTTPS_PROXY: "socks5://me:secret@proxy.example" }));
    expect(failure.message).toContain("HTTPS_PROXY is not a valid proxy address;");
    expect(failure.message).not.toContain("secret");
  });

  test("on this machine is reached without the proxy", async () => {
    const proxy = await openProxy();
    const { origin, asked } = await openOddForge((_request, response) => response.end());
    await ask({ HTTPS_PROXY: proxy.address, HTTP_PROXY: proxy.address }, origin);
    expect([proxy.asked(), asked()]).toEqual([[], ["POST /api/v3/x"]]);
  });

  test("with an endless response is abandoned", async () => {
    const piece = Buffer.alloc(1_000_000, "a");
    const forge = await openSecureForge((_request, response) => {
      const write = () =>
        void (response.destroyed || response.write(piece, () => setImmediate(write)));
      write();
    });
    const proxy = await openTunnel(forge);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const failure = await failureOf(ask({ HTTPS_PROXY: proxy.address }));
    expect(failure.message).toContain("POST /x failed: the response is longer than 10 MB");
  });

  test("receives neither invalid header values nor requests that were stopped before", async () => {
    const proxy = await openProxy();
    const send = createSendOnce({ HTTPS_PROXY: proxy.address });
    const reported: string[] = [];
    const request: OneRequest = {
      method: "GET",
      address: new URL("https://forge.invalid"),
      headers: {},
      signal: new AbortController().signal,
      sending: () => void reported.push("sent"),
    };
    await failureOf(send({ ...request, headers: { authorization: "Bearer a\nb" } }));
    const stop = new Error("stopped");
    expect(await failureOf(send({ ...request, signal: AbortSignal.abort(stop) }))).toBe(stop);
    expect([reported, proxy.asked()]).toEqual([[], []]);
    await failureOf(send(request));
    expect(reported).toEqual(["sent"]);
  });

  test.each([
    [
      "407 Proxy Authentication Required",
      "POST /x failed: the proxy requires valid credentials (407)",
    ],
    ["403 Forbidden", "POST /x failed: the proxy responded with 403"],
  ])("is not reached through a proxy that answers %s", async (status, words) => {
    const proxy = await openProxy((socket) => void socket.write(`HTTP/1.1 ${status}\r\n\r\n`));
    const failure = await failureOf(ask({ HTTPS_PROXY: proxy.address }));
    expect(failure.message).toContain(words);
    expect(isNeverSent(failure)).toBe(true);
  });

  test("is requested once through a proxy that closes the connection", async () => {
    const proxy = await openProxy((socket) => void socket.destroy());
    const failure = await failureOf(ask({ HTTPS_PROXY: proxy.address }));
    expect(failure.message).toContain("the proxy closed the connection");
    expect(isNeverSent(failure)).toBe(true);
    expect(proxy.asked()).toEqual(["CONNECT forge.invalid:443"]);
  });

  test("is abandoned with its connection if the proxy is silent", async () => {
    const ended: Promise<unknown>[] = [];
    const proxy = await openProxy((socket) => void ended.push(once(socket.resume(), "end")));
    const send = createSendProxied({
      proxy: proxy.address,
      noProxy: "",
      direct: () => Promise.reject(new Error("not by the proxy")),
      connectMilliseconds: 50,
    });
    const client = createForgeClient({ profile: resolveHost("forge.invalid"), send });
    const failure = await failureOf(client.request("POST", "/x"));
    expect(failure.message).toContain("the proxy did not respond within 0.05 seconds");
    expect(isNeverSent(failure)).toBe(true);
    expect(ended).toHaveLength(1);
    await Promise.all(ended);
  });

  test("is no longer requested through a silent proxy after the caller stopped waiting", async () => {
    const stop = new AbortController();
    const ended: Promise<unknown>[] = [];
    const proxy = await openProxy((socket) => {
      ended.push(once(socket.resume(), "end"));
      stop.abort(new Error("stopped"));
    });
    const send = createSendOnce({ HTTPS_PROXY: proxy.address });
    const address = new URL("https://forge.invalid");
    const { signal } = stop;
    const failure = await failureOf(send({ method: "GET", address, headers: {}, signal }));
    expect(failure.message).toBe("stopped");
    await Promise.all(ended);
  }, 5000);

  test("is reported as unreachable if the proxy does not exist", async () => {
    const failure = await failureOf(ask({ HTTPS_PROXY: "http://127.0.0.1:1" }));
    expect(failure).toBeInstanceOf(ForgeUnreachable);
  });
});
