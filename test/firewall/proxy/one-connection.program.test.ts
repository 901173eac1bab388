import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttp } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { createServer as createHttps } from "node:https";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createNames } from "../../../src/firewall/proxy/names/names.ts";
import { answerNames } from "../../../src/firewall/proxy/names/answer-names.ts";
import { contain } from "../../../src/firewall/proxy/contain.ts";
import type { Policy } from "../../../src/firewall/rules/policy.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { writeHello } from "../../system/firewall/inside/adversary/hello.ts";
import { fakePolicy } from "./fake-policy.ts";
import { openConnect, openSocket, openTunnel, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy, type RunningProxy } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

/** Returns a policy with a bug: it throws for `fault.test` from the given decision on. */
function faultyPolicy(first: number): Policy {
  const policy = fakePolicy({ hosts: ["a.test", "fault.test"], isIntercepting: true });
  let left = first;
  const ask = <T>(host: string, answer: T): T => {
    if (host === "fault.test" && (left -= 1) < 0) throw new TypeError("a mistake");
    return answer;
  };
  return {
    ...policy,
    decideConnection: (asked) => ask(asked.host, policy.decideConnection(asked)),
    decideRequest: (asked) => ask(asked.host, policy.decideRequest(asked)),
  };
}

class BrokenSecret extends Secret {
  override reveal(): string {
    throw new TypeError("a mistake");
  }
}

const isFault = ({ decision }: RunningProxy["log"][number]) =>
  decision.explanation.startsWith("an error closed the connection");

/** Runs a proxy whose policy throws, and an origin to check that it still works. */
async function runFaulty(first: number) {
  const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
  const origin = await listen(createHttps(theirs.issue("a.test"), (_, answer) => answer.end("ok")));
  const running = await runProxy({
    policy: faultyPolicy(first),
    issue: ours.issue,
    upstreamRoots: [theirs.cert],
    resolves: [resolveTo("a.test", 443, origin)],
  });
  const check = async () => {
    const through = ["--proxy", running.url, "--cacert", ours.file];
    expect((await runCurl(...through, "https://a.test/")).out).toBe("ok");
  };
  return { ...running, ca: ours.cert, check };
}

describe("an error in one connection closes only that connection, and is logged", () => {
  test("in a CONNECT request inside a tunnel while a response is pending", async () => {
    const origin = await listen(createHttp(() => {}));
    const { port, url, logged, log } = await runProxy({
      hosts: ["a.test"],
      resolves: [resolveTo("a.test", 80, origin)],
    });
    const socket = await openConnect(port, "a.test:80");
    const connect = "CONNECT b.test:443 HTTP/1.1\r\nHost: b.test:443\r\n\r\n";
    socket.write(`GET / HTTP/1.1\r\nHost: a.test\r\n\r\n${connect}`);
    await readToEnd(socket);
    expect(await logged(isFault)).toMatchObject({
      host: "a.test",
      decision: {
        allowed: false,
        reason: "not-understood",
        explanation: "an error closed the connection: ERR_HTTP_SOCKET_ASSIGNED",
      },
    });
    expect((await runCurl("--proxy", url, "http://b.test/")).out).toContain("Blocked by policy");
    expect(log.filter(isFault)).toHaveLength(1);
  });

  test("in an HTTP/1.1 request and in its upgrade", async () => {
    const { port, log, logged, check } = await runFaulty(0);
    for (const more of ["", "Connection: Upgrade\r\nUpgrade: websocket\r\n"]) {
      log.length = 0;
      const socket = await openSocket(port);
      socket.write(`GET http://fault.test/ HTTP/1.1\r\nHost: fault.test\r\n${more}\r\n`);
      expect(await readToEnd(socket)).toBe("");
      await logged(isFault);
    }
    await check();
  });

  test("in a CONNECT request, and in the protocol inside its tunnel", async () => {
    for (const first of [0, 1]) {
      const { port, logged, check } = await runFaulty(first);
      const socket = await openSocket(port);
      socket.write("CONNECT fault.test:443 HTTP/1.1\r\nHost: fault.test:443\r\n\r\n");
      if (first > 0) {
        await once(socket, "data");
        socket.write(writeHello({ serverName: "fault.test" }));
      }
      await readToEnd(socket);
      expect(await logged(isFault)).toMatchObject({ decision: { allowed: false } });
      await check();
    }
  });

  test("in an HTTP/2 stream, whose session continues", async () => {
    const { port, ca, logged, check } = await runFaulty(2);
    const socket = await openTunnel(port, "fault.test:443", { ca, protocols: ["h2"] });
    const session = connectHttp2("https://fault.test", { createConnection: () => socket });
    onTestFinished(() => session.destroy());
    const stream = session.request({ ":path": "/" }).on("error", () => {});
    await new Promise((resolve) => stream.once("close", resolve));
    expect(await logged(isFault)).toMatchObject({ host: "fault.test" });
    expect(session.destroyed).toBe(false);
    await check();
  });

  test("in the sidecar", async () => {
    const { proxy, logged, check } = await runFaulty(0);
    const server = createServer();
    const key = new BrokenSecret("sk-secret-0123456789");
    proxy.serveProvider(server, { baseUrl: new URL("https://a.test/v1"), type: "openai", key });
    const socket = await openSocket(await listen(server));
    socket.write("GET /x HTTP/1.1\r\nHost: sidecar\r\n\r\n");
    expect(await readToEnd(socket)).toBe("");
    await logged(isFault);
    await check();
  });

  test("in a DNS response: the next query is answered", async () => {
    const names = createNames();
    let isFirst = true;
    const faults: unknown[] = [];
    const server = createSocket("udp4");
    onTestFinished(() => void server.close());
    answerNames(
      contain(server, (error) => faults.push(error)),
      {
        ...names,
        addressOf: (name) => {
          if (!isFirst) return names.addressOf(name);
          isFirst = false;
          throw new TypeError("a mistake");
        },
      },
    );
    server.bind(0, "127.0.0.1");
    await once(server, "listening");
    const client = createSocket("udp4");
    onTestFinished(() => void client.close());
    const question = Buffer.from("123401000001000000000000016104746573740000010001", "hex");
    client.send(question, server.address().port);
    client.send(question, server.address().port);
    await once(client, "message");
    expect(faults).toHaveLength(1);
  });

  test("as an error event that has no other listener", () => {
    const faults: unknown[] = [];
    const socket = contain(createSocket("udp4"), (error) => faults.push(error));
    onTestFinished(() => void socket.close());
    socket.emit("error", new Error("lost"));
    expect(faults).toHaveLength(1);
  });
});
