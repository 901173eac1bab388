import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request, type Server } from "node:http";
import { createServer, type Server as SecureServer } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { createApp, installApp, openForge } from "../../emulator/open-forge.ts";
import { openServer } from "../../forge/forge-bench.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { errorOf, runMint, runRevoke, tokenOf } from "./run-embedded.ts";

/**
 * Starts the embedded forge behind a certificate for 127.0.0.1 and forge.invalid that only the test
 * trusts.
 */
async function openSecure() {
  const forge = await openForge();
  const app = await createApp(forge);
  await installApp(forge, app, ["acme/control"]);
  const folder = makeFolder("tls");
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const wanted =
    "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=forge.invalid -addext subjectAltName=DNS:forge.invalid,IP:127.0.0.1";
  execFileSync("openssl", [...wanted.split(" "), "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const { hostname, port } = new URL(forge.emulator.origin);
  let heard = 0;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (from, to) => {
    heard += 1;
    const { method, url: path, headers } = from;
    const within = { ...headers, host: `${hostname}:${port}` };
    const beyond = request({ hostname, port, method, path, headers: within }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers);
      pipeline(answer, to, () => undefined);
    });
    pipeline(from, beyond, () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const own = (server.address() as AddressInfo).port;
  const trust = { NODE_EXTRA_CA_CERTS: cert };
  return { ...forge, app, port: own, server, trust, heard: () => heard };
}

/**
 * Starts a proxy that records each destination and connects all clients to one port of this
 * machine.
 */
async function openTunnel(port: number) {
  const { server, origin, heard } = await openServer((_, response) =>
    response.writeHead(502).end(),
  );
  return { tunnels: tunnelTo(port, server), heard, address: origin };
}

/** Turns a server into a proxy that connects to one port. */
function tunnelTo(port: number, server: Server | SecureServer): string[] {
  const tunnels: string[] = [];
  server.on("connect", (asked, socket: Socket, head) => {
    tunnels.push(`${asked.url} ${asked.headers["proxy-authorization"] ?? ""}`.trim());
    onTestFinished(() => void socket.destroy());
    const beyond = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n");
      beyond.write(head);
      pipeline(socket, beyond, socket, () => undefined);
    });
  });
  return tunnels;
}

describe("a forge with its own certificate", () => {
  test("can be used if NODE_EXTRA_CA_CERTS contains the certificate", async () => {
    const { app, port, trust, rest } = await openSecure();
    const api = `https://127.0.0.1:${port}/api/v3`;
    const token = tokenOf(await runMint({ api, app, env: trust }));
    const status = async () => (await rest("GET", "/installation/repositories", { token })).status;
    expect(await status()).toBe(200);
    expect(await runRevoke(token, { api, env: trust })).toEqual(["The token was revoked."]);
    expect(await status()).toBe(401);
  });

  test("cannot be made trusted by another variable, with or without a proxy", async () => {
    const { app, port, heard, server } = await openSecure();
    const api = `https://127.0.0.1:${port}/api/v3`;
    const trustsAll = { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" };
    const { address } = await openTunnel(port);
    const ways = [trustsAll, { ...trustsAll, HTTPS_PROXY: address }];
    for (const env of ways)
      expect(errorOf(await runMint({ api, app, env }))).toContain("certificate");
    tunnelTo(port, server);
    const env = { ...trustsAll, HTTPS_PROXY: `https://127.0.0.1:${port}` };
    expect(errorOf(await runMint({ api, app, env }))).toContain("certificate");
    expect(heard()).toBe(0);
  });

  test("receives no request and no retry if it is not trusted", async () => {
    const { app, port, heard } = await openSecure();
    const text = errorOf(await runMint({ api: `https://127.0.0.1:${port}`, app }));
    expect(text).toMatch(
      /is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*set NODE_EXTRA_CA_CERTS to the file with its certificate\./,
    );
    expect(heard()).toBe(0);
  });

  test("receives no request if the certificate is for another name", async () => {
    const { app, port, trust, heard } = await openSecure();
    const proxy = await openTunnel(port);
    const env = { ...trust, HTTPS_PROXY: proxy.address };
    const text = errorOf(await runMint({ api: "https://other.invalid", app, env }));
    expect(text).toContain("is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)");
    expect([heard(), proxy.tunnels]).toEqual([0, ["other.invalid:443"]]);
  });
});

describe("a forge behind a proxy", () => {
  const api = "https://forge.invalid/api/v3";

  test.each(["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"])(
    "receives its requests through %s, and the proxy sees only the destination",
    async (name) => {
      const { app, port, trust } = await openSecure();
      const proxy = await openTunnel(port);
      const address = proxy.address.replace("//", "//mona:pass%20word@");
      const env = { ...trust, [name]: address };
      const token = tokenOf(await runMint({ api, app, env }));
      expect(await runRevoke(token, { api, env })).toEqual(["The token was revoked."]);
      const login = Buffer.from("mona:pass word").toString("base64");
      expect(proxy.tunnels).toEqual(Array(3).fill(`forge.invalid:443 Basic ${login}`));
      expect(proxy.heard).toEqual([]);
    },
  );

  test("receives its requests through a proxy that uses TLS", async () => {
    const { app, port, server, trust } = await openSecure();
    const tunnels = tunnelTo(port, server);
    const env = { ...trust, HTTPS_PROXY: `https://127.0.0.1:${port}` };
    expect(tokenOf(await runMint({ api, app, env }))).toMatch(/^ghs_/);
    expect(tunnels).toHaveLength(2);
  });

  test("receives no request through an untrusted or unreachable proxy", async () => {
    const { app, port, heard } = await openSecure();
    const said = async (HTTPS_PROXY: string) =>
      errorOf(await runMint({ api, app, env: { HTTPS_PROXY } }));
    expect(await said(`https://127.0.0.1:${port}`)).toBe(
      "The certificate of the proxy is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).",
    );
    expect(await said("http://mona:secret@127.0.0.1:1")).toBe(
      `Could not reach ${api} (the proxy failed with ECONNREFUSED).`,
    );
    expect(heard()).toBe(0);
  });

  test("receives direct requests if NO_PROXY names it, or if it runs on this machine", async () => {
    const { app, port, trust, emulator } = await openSecure();
    const proxy = await openTunnel(port);
    const env = { ...trust, HTTPS_PROXY: proxy.address, HTTP_PROXY: proxy.address };
    tokenOf(await runMint({ api: emulator.apiUrl, app, env }));
    tokenOf(await runMint({ api: `https://127.0.0.1:${port}/api/v3`, app, env }));
    const named = { ...env, NO_PROXY: "other.example,.invalid" };
    expect(errorOf(await runMint({ api, app, env: named }))).toMatch(/\((ENOTFOUND|EAI_AGAIN)\)/);
    expect(proxy.tunnels).toEqual([]);
  });

  test("receives no request if the proxy requires authentication or fails with 502", async () => {
    const { app } = await openSecure();
    for (const [status, words] of [
      [407, "The proxy requires valid credentials (407)."],
      [502, "Could not reach https://forge.invalid/api/v3 (the proxy responded with 502)."],
    ] as const) {
      const { server, origin } = await openServer((_, response) => response.end());
      server.on("connect", (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
      const env = { HTTPS_PROXY: origin };
      expect(errorOf(await runMint({ api, app, env }))).toContain(words);
    }
  });

  test.each(["http", "https"])(
    "is reported as unreachable if an %s proxy resets the connection",
    async (protocol) => {
      const { app, server: secure, port, trust } = await openSecure();
      const { server: plain, origin } = await openServer((_, response) => response.end());
      const [server, proxy] =
        protocol === "http" ? [plain, origin] : [secure, `https://127.0.0.1:${port}`];
      server.on("connection", (below: Socket) => {
        server.once("connect", (_, socket: Socket) => {
          socket.write("HTTP/1.1 200 Connected\r\n\r\n", () => below.resetAndDestroy());
        });
      });
      const text = errorOf(await runMint({ api, app, env: { ...trust, HTTPS_PROXY: proxy } }));
      expect(text).toMatch(/^Could not reach https:\/\/forge\.invalid\/api\/v3 \(ECONNRESET\)\.$/);
    },
  );
});
