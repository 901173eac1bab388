import { connect } from "node:http2";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { Secret } from "../../../src/shared/secret.ts";
import {
  carried,
  held,
  mine,
  read,
  request,
  runWithCredentials,
  secrets,
  send,
  shareCertificates,
  type Received,
} from "./credential-origin.ts";
import { openTunnel } from "./open-tunnel.ts";
import { runCurl } from "./run-curl.ts";

shareCertificates();

describe("a response cannot return the credential", () => {
  const echo = (scheme: string) => ({
    answer: (
      message: { headers: Record<string, string | string[] | undefined> },
      response: { setHeader(name: string, value: string): void; end(text: string): void },
    ) => {
      const { authorization = "" } = message.headers;
      const text = scheme === "raw" ? held.token : String(authorization);
      response.setHeader("x-echo", text);
      response.setHeader("location", `https://b.test/?t=${encodeURIComponent(text)}`);
      response.end(`you sent ${text}`);
    },
  });

  test.each([
    ["/repos/acme/web", "header"],
    ["/acme/web.git/info/refs", "header"],
    ["/acme/web.git/info/refs", "raw"],
    ["/repos/acme/web", "raw"],
  ])("in a header, a redirect or the body of %s (%s)", async (path, scheme) => {
    const { url, ca, received } = await runWithCredentials(echo(scheme));
    const run = await runCurl("--proxy", url, "--cacert", ca.file, "-i", `https://a.test${path}`);
    expect(received.map(carried)).toEqual(["ours"]);
    expect(run.out).toMatch(/you sent [^]*\*/);
    for (const secret of secrets) expect(run.out).not.toContain(secret);
  });

  test("in a logged body", async () => {
    const { url, ca, logged } = await runWithCredentials({ ...echo("raw"), bodyLimit: 1000 });
    await runCurl("--proxy", url, "--cacert", ca.file, "https://a.test/repos/acme/web");
    const { bodies } = await logged(({ kind }) => kind === "request");
    const text = bodies?.received.content().toString() ?? "";
    expect(text).toMatch(/^you sent \*+$/);
  });

  test.each(["content-encoding", "content-range"])("in an answer with %s", async (name) => {
    const { url, ca } = await runWithCredentials({
      answer: (_, response) => {
        response.setHeader(name, name === "content-range" ? "bytes 0-9/30" : "gzip");
        response.end(held.token);
      },
    });
    const run = await runCurl(
      "--proxy",
      url,
      "--cacert",
      ca.file,
      "-i",
      "https://a.test/repos/acme/w",
    );
    expect(run.out).toMatch(/ 502 /);
    expect(run.out).not.toContain(held.token);
  });

  test("in parts: ranges and encodings are not requested", async () => {
    const headers = ["Range: bytes=0-3", "If-Range: x", "Accept-Encoding: gzip"];
    const { received } = await send(request(read, ...headers));
    expect(received[0]?.headers.join()).not.toMatch(/range|gzip/i);
  });
});

describe("a redirect", () => {
  test("to another host carries no credential, even if the client keeps its own headers", async () => {
    const { url, ca, received } = await runWithCredentials({
      answer: (message, response) => {
        if (message.headers.host === "a.test")
          response.writeHead(302, { location: "https://b.test/repos/acme/web" });
        response.end();
      },
    });
    const flags = ["--proxy", url, "--cacert", ca.file, "-L", "--location-trusted"];
    await runCurl(
      ...flags,
      "-H",
      "Authorization: Bearer placeholder",
      "https://a.test/repos/acme/w",
    );
    expect(received.map((each) => `${each.host} ${carried(each)}`)).toEqual([
      "a.test ours",
      "b.test none",
    ]);
  });

  test("to another path of the host is decided again", async () => {
    const { url, ca, received } = await runWithCredentials({
      answer: (message, response) => {
        if (message.url === "/repos/acme/w") response.writeHead(302, { location: "/repos/evil/w" });
        response.end();
      },
    });
    await runCurl("--proxy", url, "--cacert", ca.file, "-L", "https://a.test/repos/acme/w");
    expect(received.map(carried)).toEqual(["ours", "none"]);
  });
});

describe("HTTP/2", () => {
  test("is not offered by hosts with credentials, and is by others", async () => {
    const { port, ca } = await runWithCredentials();
    const protocols = ["h2", "http/1.1"];
    const ruled = await openTunnel(port, "a.test:443", { ca: ca.cert, protocols });
    const plain = await openTunnel(port, "b.test:443", { ca: ca.cert, protocols });
    expect([ruled.alpnProtocol, plain.alpnProtocol]).toEqual(["http/1.1", "h2"]);
  });

  test("cannot name a host with credentials on the connection to another host", async () => {
    const { port, ca, received } = await runWithCredentials();
    const socket = await openTunnel(port, "b.test:443", { ca: ca.cert, protocols: ["h2"] });
    const session = connect("https://b.test", { createConnection: () => socket });
    onTestFinished(() => session.destroy());
    const stream = session.request({ ":authority": "a.test", ":path": "/repos/acme/web" });
    const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
    expect(headers[":status"]).toBe(403);
    expect(received).toEqual([]);
  });
});

describe("other protocols", () => {
  test("a WebSocket handshake carries no credential", async () => {
    const upgrade = [
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: eA==",
      mine,
    ];
    const raw = request(read, ...upgrade).replace("Connection: close", "Connection: Upgrade");
    const { received } = await send(raw);
    expect(received.map(carried)).toEqual(["none"]);
  });

  test("on another port, the command's own credential is removed, too", async () => {
    const raw = request("GET /repos/acme/web", mine).replace("a.test", "a.test:8443");
    const { received } = await send(raw, "a.test:8443");
    expect(received.map(carried)).toEqual(["none"]);
  });

  test("plain HTTP to the host is denied", async () => {
    const { url, received } = await runWithCredentials();
    const run = await runCurl("--proxy", url, "-i", "http://a.test/repos/acme/web");
    expect(run.out).toMatch(/ 403 /);
    expect(received).toEqual([]);
  });

  test.each([
    ["/x/1", "ours"],
    ["/y/1", "none"],
  ])("a rule with a wildcard host decides %s by its path", async (path, expected) => {
    const raw = request(`GET ${path}`, mine).replace("a.test", "x.sub.test");
    const { received } = await send(raw, "x.sub.test:443");
    expect(received.map(carried)).toEqual([expected]);
  });
});

describe("a minted token", () => {
  const minute = 60_000;

  async function runClocked(mintOne: (count: number) => Promise<Secret>) {
    let [clock, minted] = [0, 0];
    const rig = await runWithCredentials({
      now: () => clock,
      mint: () => mintOne((minted += 1)),
    });
    const get = () =>
      runCurl("--proxy", rig.url, "--cacert", rig.ca.file, "-i", "https://a.test/app/x");
    return { ...rig, get, pass: (ms: number) => (clock += ms), count: () => minted };
  }

  const tokenOf = ({ headers }: Received) =>
    headers[headers.findIndex((name) => name === "authorization") + 1];

  test("is used by all requests until it is 50 minutes old", async () => {
    const { get, pass, received } = await runClocked((n) => Promise.resolve(new Secret(`t${n}`)));
    await Promise.all([get(), get()]);
    pass(49 * minute);
    await get();
    pass(minute);
    await get();
    expect(received.map(tokenOf)).toEqual(["Bearer t1", "Bearer t1", "Bearer t1", "Bearer t2"]);
  });

  test("is used up to 58 minutes if the forge is down, and then requests fail", async () => {
    const { get, pass, received } = await runClocked((n) =>
      n === 1 ? Promise.resolve(new Secret("t1")) : Promise.reject(new Error("down")),
    );
    await get();
    pass(55 * minute);
    await get();
    pass(5 * minute);
    expect((await get()).out).toMatch(/ 502 /);
    expect(received.map(tokenOf)).toEqual(["Bearer t1", "Bearer t1"]);
  });

  test("is replaced if the clock was set back", async () => {
    const { get, pass, count } = await runClocked((n) => Promise.resolve(new Secret(`t${n}`)));
    await get();
    pass(-minute);
    await get();
    expect(count()).toBe(2);
  });
});
