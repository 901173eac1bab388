import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { connect, Server } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { openShortLinks } from "../../src/prompts/open-short-links.ts";
import { call } from "../call.ts";
import { makeFolder } from "../temporary-folder.ts";

const long = `https://forge.example/settings?${"repository_ids[]=1&".repeat(5)}`;

async function open(env: NodeJS.ProcessEnv = {}, mayOpen = true) {
  const shortLinks = await openShortLinks({ env, mayOpen });
  onTestFinished(() => shortLinks.close());
  return shortLinks;
}

test("a long link has a short address that redirects to the link and does not change", async () => {
  const shortLinks = await open();
  const address = shortLinks.shorten(long);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{12}$/);
  expect(address.length).toBeLessThanOrEqual(36);
  expect(shortLinks.shorten(long)).toBe(address);
  expect(shortLinks.shorten(`${long}x`)).not.toBe(address);
  for (const _time of [1, 2]) {
    const { status, headers, text } = await call(address);
    expect([status, headers["location"]]).toEqual([303, new URL(long).href]);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; .*form-action 'none'/);
    expect(text).not.toContain("forge.example");
  }
});

test("a link that is wider than a narrow window has a short address", async () => {
  const link = "https://forge.example/settings/apps/gatehouse-acme-read";
  const address = (await open()).shorten(link);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect(address.length).toBeLessThan(link.length);
});

test.each([
  ["is short already", "https://forge.example/apps/acme-read"],
  ["is not a web link", `javascript:alert(1)//${"x".repeat(60)}`],
  ["is a file URL", `file:///etc/${"x".repeat(60)}`],
  ["is invalid", `https://forge example/${"x".repeat(60)}`],
])("a link that %s is not shortened", async (_why, link) => {
  expect((await open()).shorten(link)).toBe(link);
});

test.each([
  [{ SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" }, true],
  [{ CODESPACES: "true" }, true],
  [{}, false],
])("with %o and permission to open a browser: %s, links are not shortened", async (env, may) => {
  const shortLinks = await open(env, may);
  expect(shortLinks.shorten(long)).toBe(long);
  expect(await shortLinks.open(long)).toBe(false);
});

test("if no server can be started, a link is not shortened", async () => {
  const listen = vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
    const refusal = Object.assign(new Error("listen EPERM"), { code: "EPERM" });
    queueMicrotask(() => this.emit("error", refusal));
    return this;
  });
  onTestFinished(() => listen.mockRestore());
  expect((await open()).shorten(long)).toBe(long);
});

test("a clipboard on another machine than the operator's is not used", async () => {
  const folder = makeFolder("clipboard");
  writeFileSync(join(folder, "xclip"), "#!/bin/sh\ncat\n");
  chmodSync(join(folder, "xclip"), 0o755);
  vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await (await open({ DISPLAY: ":0" }, false)).copy(long)).toBe(
    process.platform === "linux",
  );
  const env = { SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22", DISPLAY: ":0", WAYLAND_DISPLAY: "w" };
  expect(await (await open(env)).copy(long)).toBe(false);
});

test.each<[string, { method?: string; headers?: OutgoingHttpHeaders }]>([
  ["a request from another site", { headers: { "sec-fetch-site": "cross-site" } }],
  [
    "a request from another origin of the same site",
    { headers: { "sec-fetch-site": "same-site" } },
  ],
  ["a request by a frame", { headers: { "sec-fetch-dest": "iframe" } }],
  ["a request by a script", { headers: { "sec-fetch-mode": "cors" } }],
  ["a request with another host name", { headers: { host: "localhost" } }],
  ["a form submission", { method: "POST" }],
  ["HEAD", { method: "HEAD" }],
])("%s is not redirected", async (_who, how) => {
  const shortLinks = await open();
  const { status, headers } = await call(shortLinks.shorten(long), how);
  expect([status, headers["location"]]).toEqual([404, undefined]);
});

test("an unknown path is not found, and the error page shows the next step", async () => {
  const address = new URL((await open()).shorten(long));
  for (const path of ["/", "/AAAAAAAAAAAA", `${address.pathname}?x=1`, `${address.pathname}/`]) {
    const { status, headers, text } = await call(address.origin + path);
    expect([status, headers["location"]]).toEqual([404, undefined]);
    expect(text).toContain(
      "<p>Open the link shown in the terminal. It works as long as gatehouse is running there.</p></main></body></html>",
    );
  }
});

test("a sign-in link redirects once with a sign-in, and afterwards without a sign-in", async () => {
  const shortLinks = await open();
  const signed = `${long}sign_in=once`;
  shortLinks.addShortLink(signed, long);
  const address = shortLinks.shorten(signed);
  const { port, pathname, host } = new URL(address);
  // A client that disconnects before the response does not use up the link.
  const asked = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const leave = `require("net").connect(${port}, "127.0.0.1").write(process.argv[1], () => process.exit())`;
  expect(spawnSync(process.execPath, ["-e", leave, asked]).status).toBe(0);
  await call(address, { headers: { "sec-fetch-site": "cross-site" } });

  expect((await call(address)).headers["location"]).toBe(new URL(signed).href);
  for (const _time of [1, 2]) {
    expect((await call(address)).headers["location"]).toBe(new URL(long).href);
  }
  expect(shortLinks.shorten(signed)).toBe(address);
});

test("a closed link server does not answer requests, and closes idle connections", async () => {
  const shortLinks = await open();
  const address = shortLinks.shorten(long);
  const idle = connect(Number(new URL(address).port), "127.0.0.1");
  await once(idle, "connect");
  const ended = once(idle, "close");
  shortLinks.close();
  await ended;
  await expect(call(address)).rejects.toThrow("ECONNREFUSED");
});

test("an open link server does not keep the process alive", () => {
  const shortLinks = fileURLToPath(
    new URL("../../src/prompts/open-short-links.ts", import.meta.url),
  );
  const script = `import { openShortLinks } from ${JSON.stringify(shortLinks)};
    const desk = await openShortLinks({ env: {}, mayOpen: true });
    console.log(desk.shorten("https://forge.example/${"x".repeat(60)}"));`;
  const options = { encoding: "utf8", timeout: 100_000 } as const;
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  const { status, stdout } = spawnSync(process.execPath, args, options);
  expect([status, stdout.startsWith("http://127.0.0.1:")]).toEqual([0, true]);
});
