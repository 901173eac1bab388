import { once } from "node:events";
import type { OutgoingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { PortInUse } from "../../../src/plane/setup/loopback.ts";
import { readForms } from "../../../emulator/robot/read-forms.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { call } from "../../call.ts";
import { openLoopback as open, registrationLink } from "./loopback-bench.ts";

describe("the loopback page", () => {
  test("sends the complete manifest to the forge, even if its name contains special characters", async () => {
    const { registration, form, action, state, origin } = await open();
    const served = readForms((await call(registration.link)).text)[0];
    expect(served?.fields).toEqual(form?.fields);
    expect(origin + (served?.action ?? "")).toBe(registration.link);
    expect(`${action.origin}${action.pathname}`).toBe(registrationLink);
    expect(state).toMatch(/^[\da-f]{32}$/);
    const manifest = form?.fields.find(({ name }) => name === "manifest")?.value ?? "";
    expect(JSON.parse(manifest)).toMatchObject({
      name: `Acme's <"reader">`,
      redirect_url: `${origin}/registered`,
    });
  });

  test("has a new unguessable state and address each time", async () => {
    const [one, other] = [await open(), await open()];
    expect(one.state).not.toBe(other.state);
    const path = ({ registration }: typeof one) => new URL(registration.link).pathname;
    expect(path(one)).toMatch(/^\/[\w-]{12}$/);
    expect(path(one)).not.toBe(path(other));
    for (const guess of ["/", "/register", "/registered", path(other), `${path(one)}?x=1`]) {
      expect((await call(one.origin + guess)).text).not.toContain(one.state);
    }
  });

  test.each<[OutgoingHttpHeaders, number]>([
    [{}, 200],
    [{ "sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, 200],
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ "sec-fetch-site": "cross-site" }, 400],
    [{ "sec-fetch-site": "same-site" }, 400],
    [{ "sec-fetch-site": "none", "sec-fetch-dest": "iframe" }, 400],
    [{ "sec-fetch-site": "none", "sec-fetch-mode": "cors" }, 400],
  ])("answers a request with %o with status %i", async (headers, status) => {
    const { registration } = await open();
    expect((await call(registration.link, { headers })).status).toBe(status);
  });

  test.each(["/register", "/registered?code=x&state=y", "/favicon.ico"])(
    "%s is not cached, does not run scripts, and sends forms only to the forge",
    async (path) => {
      const { origin } = await open();
      const { headers } = await call(origin + path);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "content-type": "text/html; charset=utf-8",
      });
      const policy = headers["content-security-policy"];
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`form-action ${origin} https://forge.example;`);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
    },
  );

  test("is served only on 127.0.0.1, at the requested port", async () => {
    const { origin, port, registration } = await open();
    expect(origin).toBe(`http://127.0.0.1:${port}`);
    await registration.close();
    expect((await open(port)).port).toBe(port);
  });

  test("reports if the port is in use", async () => {
    const { port } = await open();
    await expect(open(port)).rejects.toThrow(PortInUse);
    await expect(open(port)).rejects.toThrow(`Port ${port} on this machine is already in use.`);
    const hints = [
      { text: "Choose another port, or omit --port", command: "gatehouse setup --port 41873" },
    ];
    await expect(open(port)).rejects.toThrow(expect.objectContaining({ hints }));
  });

  test("lists the App's permissions one by one", async () => {
    const { registration } = await open();
    const listed = [...registration.page.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, item = ""]) =>
      item.replaceAll(/<[^>]+>/g, ""),
    );
    expect(listed).toEqual(
      Object.keys(readAppCeiling).map(() => expect.stringMatching(/^[A-Z].*: Read-only$/)),
    );
  });
});

describe("the operator's progress", () => {
  const watch = ({ registration }: Awaited<ReturnType<typeof open>>) => {
    const seen: string[] = [];
    registration.watch((sight) => seen.push(sight));
    return seen;
  };

  test("is reported once: the request for the page, and the submission of its form to the forge", async () => {
    const bench = await open();
    const seen = watch(bench);
    const { link } = bench.registration;
    await call(link);
    await call(link);
    expect(seen).toEqual(["page opened"]);
    const { status, headers, text } = await call(link, { method: "POST" });
    expect([status, headers.location]).toEqual([307, bench.action.href]);
    expect(text).not.toContain(bench.state);
    await call(link, { method: "POST" });
    expect(seen).toEqual(["page opened", "sent on"]);
  });

  test("is reported again to the next watcher, and no longer to the previous one", async () => {
    const bench = await open();
    const before = watch(bench);
    await call(bench.registration.link);
    const after = watch(bench);
    await call(bench.registration.link);
    expect([before, after]).toEqual([["page opened"], ["page opened"]]);
  });

  test.each<[string, { method: string; headers: OutgoingHttpHeaders }]>([
    [
      "a request from another site",
      { method: "POST", headers: { "sec-fetch-site": "cross-site" } },
    ],
    ["a request by a script", { method: "POST", headers: { "sec-fetch-mode": "cors" } }],
    ["another host name", { method: "POST", headers: { host: "evil.example" } }],
    ["HEAD", { method: "HEAD", headers: {} }],
  ])("is not reported for %s", async (_who, request) => {
    const bench = await open();
    const seen = watch(bench);
    const { status, headers } = await call(bench.registration.link, request);
    expect([status, headers.location, seen]).toEqual([400, undefined, []]);
  });
});

describe("the forge's callback", () => {
  test("returns the code", async () => {
    const { origin, callback, registration } = await open();
    const { status, text } = await call(origin + callback);
    expect(status).toBe(200);
    expect(text).toContain("Registration received");
    expect(text).not.toContain("abc123");
    expect(await registration.nextCode()).toBe("abc123");
  });

  test("is accepted once; another code waits because only the forge can validate codes", async () => {
    const { origin, callback, registration } = await open();
    await call(origin + callback);
    const again = await call(origin + callback);
    expect(again).toMatchObject({
      status: 400,
      text: expect.stringContaining("This code was already received.") as string,
    });
    await call(origin + callback.replace("abc123", "other"));
    expect([await registration.nextCode(), await registration.nextCode()]).toEqual([
      "abc123",
      "other",
    ]);
  });

  test("is not awaited forever", async () => {
    const { origin, callback, registration } = await open();
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const { status } = await call(origin + callback.replace("abc123", `code-${count}`));
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 400]);
    // A pasted address comes from the operator's own browser.
    expect(registration.acceptAddress(origin + callback)).toBeUndefined();
    // A code that was checked frees its place.
    await registration.nextCode();
    await registration.nextCode();
    const { status } = await call(origin + callback.replace("abc123", "later"));
    expect(status).toBe(200);
  });

  test.each<[string, (state: string) => string]>([
    ["without parameters", () => ""],
    ["without a state", () => "code=abc"],
    ["without a code", (state) => `state=${state}`],
    ["with an empty code", (state) => `code=&state=${state}`],
    ["with another state", () => `code=abc&state=${"0".repeat(32)}`],
    ["with a part of the state", (state) => `code=abc&state=${state.slice(0, 31)}`],
    ["with a longer state", (state) => `code=abc&state=${state}0`],
    ["with two codes", (state) => `code=abc&code=def&state=${state}`],
    ["with two states", (state) => `code=abc&state=${state}&state=${state}`],
    ["with an unexpected parameter", (state) => `code=abc&state=${state}&next=x`],
    ["with a malformed code", (state) => `code=a%2Fb%3Cscript%3E&state=${state}`],
    ["with a code that is too long", (state) => `code=${"a".repeat(201)}&state=${state}`],
  ])("%s is refused with 400, and the wait continues", async (_how, query) => {
    const { origin, callback, state, takenCode } = await open();
    const reply = await call(`${origin}/registered?${query(state)}`);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("gatehouse keeps waiting");
    expect(reply.text).not.toContain("<script");
    expect(await takenCode()).toBeUndefined();
    expect((await call(origin + callback)).status).toBe(200);
  });

  test.each<[string, (port: number) => OutgoingHttpHeaders]>([
    ["the host name evil.example", (port) => ({ host: `evil.example:${port}` })],
    ["localhost", (port) => ({ host: `localhost:${port}` })],
    ["a host without a port", () => ({ host: "127.0.0.1" })],
  ])("to %s is refused", async (_what, headersFor) => {
    const { origin, port, callback, takenCode } = await open();
    expect((await call(origin + callback, { headers: headersFor(port) })).status).toBe(400);
    expect(await takenCode()).toBeUndefined();
  });

  test("with two Host headers is refused, even if one is correct", async () => {
    const { port, callback, takenCode } = await open();
    const socket = connect(port, "127.0.0.1");
    const host = `Host: 127.0.0.1:${port}`;
    socket.end(`GET ${callback} HTTP/1.1\r\n${host}\r\nHost: evil.example\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
    expect(await takenCode()).toBeUndefined();
  });

  test.each(["POST", "HEAD", "PUT", "OPTIONS"])("with the method %s is refused", async (method) => {
    const { origin, callback, takenCode } = await open();
    expect((await call(origin + callback, { method })).status).toBe(400);
    expect(await takenCode()).toBeUndefined();
  });

  test("must be a navigation from the forge's site, not an embedded request", async () => {
    const { origin, callback } = await open();
    const site = { "sec-fetch-site": "cross-site" };
    const image = { ...site, "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" };
    expect((await call(origin + callback, { headers: image })).status).toBe(400);
    expect((await call(origin + callback, { headers: site })).status).toBe(200);
  });

  test.each(["/", "/favicon.ico", "/register?x=1", "/registered/"])(
    "%s is not a page of the server",
    async (path) => {
      const { origin } = await open();
      expect((await call(origin + path)).status).toBe(404);
    },
  );
});

describe("a pasted callback address", () => {
  test("is accepted like a visit in the browser", async () => {
    const { registration, callback, origin } = await open();
    expect(registration.acceptAddress(`  ${origin}${callback}\n`)).toBeUndefined();
    expect(await registration.nextCode()).toBe("abc123");
    expect(registration.acceptAddress(`${origin}${callback}`)).toContain(
      "This code was already received.",
    );
  });

  test.each<[string, (state: string) => string, string]>([
    [
      "that is not an address",
      () => "abc123",
      "This is not a URL. Copy everything in the address bar.",
    ],
    ["that is empty", () => "", "This is not a URL. Copy everything in the address bar."],
    ["that is a page of the forge", () => registrationLink, "exactly one code and one state"],
    ["with another state", () => "http://127.0.0.1:1/registered?code=a&state=b", "The state"],
    ["with a malformed code", (state) => `http://x/?code=a%20b&state=${state}`, "The code"],
  ])("%s is reported as such, and the wait continues", async (_what, address, reason) => {
    const { registration, state, takenCode } = await open();
    expect(registration.acceptAddress(address(state))).toContain(reason);
    expect(await takenCode()).toBeUndefined();
  });
});

describe("closing the loopback server", () => {
  test("also closes connections that a browser opened but never used", async () => {
    const { registration, port } = await open();
    const idle = connect(port, "127.0.0.1");
    await once(idle, "connect");
    const ended = once(idle, "close");
    await registration.close();
    await expect(ended).resolves.toBeDefined();
  });

  test("completes a page that is being sent", async () => {
    const { registration, origin, callback } = await open();
    const arriving = call(origin + callback);
    await registration.nextCode();
    await registration.close();
    expect((await arriving).text).toContain("Registration received");
  });
});
