import type { ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { createAppClient } from "../../src/credentials/apps/app-client.ts";
import { ForgeUnreachable, RefusedByForge } from "../../src/forge/forge-errors.ts";
import { createForgeClient } from "../../src/forge/client.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { createTransport, SentElsewhere } from "../../src/forge/transport.ts";
import { Secret } from "../../src/shared/secret.ts";
import { claimKey } from "../keys/ready-keys.ts";
import { failureOf, openOddForge, answerOf, send } from "./forge-bench.ts";
import type { Heard } from "./forge-bench.ts";
import type { SendOnce } from "../../src/forge/one-request.ts";

const token = new Secret("ghs_thisIsTheTokenItself");
const openServer = (answer: (heard: Heard, response: ServerResponse) => void) =>
  openOddForge(answer, token);

const json = { "content-type": "application/json" };
const redirectTo = (location: string, status: number) => (_: Heard, response: ServerResponse) =>
  void response.writeHead(status, { location }).end();

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])(
    "of %i on the same host is followed by a read, with its credential",
    async (status) => {
      const { client, heard } = await openServer((request, response) =>
        request.path === "/api/v3/old"
          ? response.writeHead(status, { location: "/api/v3/new" }).end()
          : response.writeHead(200, json).end('{"kind":"new"}'),
      );
      expect((await client.request("GET", "/old")).body).toEqual({ kind: "new" });
      expect(heard.at(-1)?.headers.authorization).toMatch(/^Bearer /);
    },
  );

  test("returns a response that is cached for neither address", async () => {
    const { client, heard } = await openServer((request, response) =>
      request.path === "/api/v3/old"
        ? response.writeHead(302, { location: "/api/v3/new" }).end()
        : response.writeHead(200, { ...json, etag: '"1"' }).end("{}"),
    );
    for (const path of ["/old", "/old", "/new", "/new"]) await client.request("GET", path);
    const tags = heard.map(({ headers }) => headers["if-none-match"]);
    expect(tags).toEqual([undefined, undefined, undefined, undefined, undefined, '"1"']);
  });

  test.each([301, 302, 307, 308])("of %i is never followed by a write", async (status) => {
    const { client, heard } = await openServer(redirectTo("/api/v3/new", status));
    const failure = await failureOf(client.request("DELETE", "/old"));
    expect(failure).toBeInstanceOf(RefusedByForge);
    expect(failure.message).toContain(`DELETE /old: ${status}`);
    const words = (failure as RefusedByForge).hints.map(({ text }) => text).join();
    expect(words.includes("renamed or moved")).toBe(status !== 302);
    expect(heard).toHaveLength(1);
  });

  test("to another host ends a read, because the response is not the forge's", async () => {
    const other = await openServer((_, response) => response.writeHead(401).end());
    const { client, heard } = await openServer(redirectTo(`${other.origin}/user`, 302));
    const failure = await failureOf(client.request("GET", "/user", { accept: [401] }));
    expect(failure).toBeInstanceOf(ForgeUnreachable);
    expect(failure.message).toContain("failed: a redirect to 127.0.0.1:");
    expect([heard.length, other.heard.length]).toEqual([1, 0]);
  });

  test("to another host is followed if the caller allows it, without the credential", async () => {
    const storage = await openServer((_, response) =>
      response.writeHead(200, { "content-type": "text/plain" }).end("the log"),
    );
    const { client } = await openServer(redirectTo(`${storage.origin}/log`, 302));
    const { body } = await client.request("GET", "/logs", { mayLeaveHost: true });
    expect(body).toBe("the log");
    expect(storage.heard).toHaveLength(1);
    expect(JSON.stringify(storage.heard)).not.toContain("thisIsTheTokenItself");
    const reported = ["user-agent", "accept-encoding", "host", "connection"];
    expect(Object.keys(storage.heard[0]?.headers ?? {})).toEqual(reported);
  });

  test("to an address that contains a login is not followed, on any host", async () => {
    const storage = await openServer((_, response) => response.end("the log"));
    const server = await openServer((request, response) => {
      const host = request.path.endsWith("/logs") ? storage.origin : server.origin;
      redirectTo(`${host.replace("//", "//me:pw@")}/api/v3/new`, 302)(request, response);
    });
    for (const path of ["/logs", "/old"]) {
      const failure = await failureOf(server.client.request("GET", path, { mayLeaveHost: true }));
      expect(failure.message).toContain("failed: a redirect to 127.0.0.1:");
    }
    expect([server.heard.length, storage.heard.length]).toEqual([2, 0]);
  });

  test("to an invalid host is not followed, and is reported", async () => {
    const { client } = await openServer(redirectTo("file:///etc/passwd", 302));
    const failure = await failureOf(client.request("GET", "/logs", { mayLeaveHost: true }));
    expect(failure.message).toContain("GET /logs failed: a redirect to file: was not followed");
  });

  test("to a host that is not encrypted is not followed even then", async () => {
    const { client } = await openServer(redirectTo("http://storage.example/log", 302));
    const failure = await failureOf(client.request("GET", "/logs", { mayLeaveHost: true }));
    expect(failure.message).toContain(
      "GET /logs failed: a redirect to storage.example was not followed",
    );
  });

  test("of an encrypted forge does not reach an unencrypted address on this machine", async () => {
    const asked: string[] = [];
    const redirect: SendOnce = ({ address }) => {
      asked.push(address.href);
      const isFirst = asked.length === 1;
      return Promise.resolve(
        answerOf(isFirst ? 302 : 200, undefined, { location: "http://127.0.0.1:9/log" }),
      );
    };
    const client = createForgeClient({
      profile: resolveHost("forge.example"),
      send: redirect,
    });
    const failure = await failureOf(client.request("GET", "/logs", { mayLeaveHost: true }));
    expect(failure.message).toContain(
      "GET /logs failed: a redirect to 127.0.0.1:9 was not followed",
    );
    expect(asked).toHaveLength(1);
  });

  test("that points to itself is abandoned", async () => {
    const { client, heard } = await openServer(redirectTo("/api/v3/again", 302));
    const failure = await failureOf(client.request("GET", "/again"));
    expect(failure).toBeInstanceOf(ForgeUnreachable);
    expect(failure.message).toContain("more than 5 redirects");
    // Six requests per attempt, and a read is tried three times.
    expect(heard).toHaveLength(18);
  });
});

describe("the host", () => {
  test("of every request is the forge's own", async () => {
    const { profile, heard } = await openServer((_, response) => response.end());
    const transport = createTransport({ profile, send });
    const address = new URL("https://evil.example/api/v3/user");
    const failure = await failureOf(transport({ method: "GET", address, headers: {} }));
    expect(failure).toBeInstanceOf(SentElsewhere);
    expect(heard).toEqual([]);
  });
});

describe("an App's signed requests", () => {
  const pem = () => claimKey().export({ type: "pkcs1", format: "pem" }).toString();
  const openApp = async (answer: (heard: Heard, response: ServerResponse) => void) => {
    const server = await openServer(answer);
    const { profile } = server;
    const app = createAppClient({ profile, send, clientId: "Iv1.a", key: new Secret(pem()) });
    return { ...server, app };
  };
  const me = { id: 7, client_id: "Iv1.a", slug: "s", name: "n", owner: { login: "acme" } };

  test("use the same transport: an unchanged App is requested with its ETag", async () => {
    const { app, heard } = await openApp(({ headers }, response) =>
      headers["if-none-match"] === '"1"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { ...json, etag: '"1"' }).end(JSON.stringify(me)),
    );
    expect(await app.app()).toEqual(await app.app());
    expect(heard.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
    expect(heard[0]?.headers).toMatchObject({
      "user-agent": expect.stringContaining("gatehouse"),
      accept: "application/vnd.github+json",
    });
  });

  test("are not sent, and not reported as unanswered, if the key cannot sign", async () => {
    const { profile, heard } = await openServer((_, response) => response.end());
    const broken = new Secret(pem().replace(/\n[^\n]{40}/, "\n"));
    const app = createAppClient({ profile, send, clientId: "Iv1.a", key: broken });
    const failure = await failureOf(app.app());
    expect(failure).toBeInstanceOf(InvalidInput);
    expect(failure.message).toContain("The App's private key cannot sign a request");
    expect(failure.message).not.toContain(broken.reveal().split("\n")[2]);
    expect(heard).toEqual([]);
  });

  test("print nothing if the API version is deprecated", async () => {
    const warn = vi.spyOn(console, "warn");
    const { app } = await openApp((_, response) =>
      response.writeHead(200, { ...json, deprecation: "@1893456000" }).end(JSON.stringify(me)),
    );
    await app.app();
    expect(warn).not.toHaveBeenCalled();
  });

  test("are not redirected to another host", async () => {
    const other = await openServer((_, response) => response.writeHead(401).end());
    const { app } = await openApp(redirectTo(`${other.origin}/app`, 302));
    const failure = await failureOf(app.app());
    expect(failure.message).toContain(
      `GET /app failed: a redirect to ${new URL(other.origin).host} was not followed`,
    );
    expect(other.heard).toEqual([]);
  });

  test("do not repeat a write at another address", async () => {
    const { app, heard } = await openApp(redirectTo("/api/v3/elsewhere", 307));
    expect(await failureOf(app.uninstall({ id: 9 }))).toBeInstanceOf(RefusedByForge);
    expect(heard.map(({ method }) => method)).toEqual(["DELETE"]);
  });

  test("report an invalid response by its field", async () => {
    const { app } = await openApp((_, response) =>
      response.writeHead(200, json).end(JSON.stringify({ ...me, owner: null })),
    );
    expect((await failureOf(app.app())).message).toContain(
      'GET /app failed: unexpected response: "owner" should be Object',
    );
  });
});
