import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { openForge } from "../emulator/open-forge.ts";
import { machine } from "../system/machine.ts";

/**
 * Simulates a hostile page of another origin. Returns the parts of the forge that the page could
 * read.
 */
const attack = `async (origin) => {
  const read = [];
  const form = "name=stolen&owner=acme&repositories=all&expires_in=30&permissions[contents]=write";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const paths = ["/", "/settings/personal-access-tokens/new", "/_emulator/requests", "/api/v3/repos/acme/web", "/?as=hubot"];
  for (const path of paths) {
    for (const mode of ["cors", "no-cors", "same-origin"]) {
      await fetch(origin + path, { mode, credentials: "include" }).then(async (answer) => {
        const text = await answer.text();
        if (/mona|acme/.test(text)) read.push(path);
      }, () => undefined);
    }
  }
  for (const path of ["/settings/personal-access-tokens", "/session", "/_emulator/tokens", "/api/v3/credentials/revoke", "/organizations/acme/settings/apps"]) {
    const body = path.startsWith("/_") ? JSON.stringify({ user: "mona" }) : form + "&login=hubot&url=http://x/";
    for (const mode of ["cors", "no-cors"]) {
      await fetch(origin + path, { method: "POST", mode, headers, body, credentials: "include" }).then(async (answer) => {
        if (/mona|acme|gh._|github_pat_/.test(await answer.text())) read.push("POST " + path);
      }, () => undefined);
    }
  }
  const settle = (element) => new Promise((done) => { element.onload = element.onerror = done; document.body.append(element); });
  for (const path of paths) {
    const frame = Object.assign(document.createElement("iframe"), { src: origin + path });
    await settle(frame);
    try { if (/mona|acme/.test(frame.contentDocument?.body?.textContent ?? "")) read.push("frame " + path); } catch {}
    await settle(Object.assign(document.createElement("img"), { src: origin + path }));
    await settle(Object.assign(document.createElement("script"), { src: origin + path }));
  }
  await new Promise((done) => {
    const socket = new WebSocket(origin.replace("http", "ws") + "/");
    socket.onopen = () => { read.push("socket"); done(); };
    socket.onerror = done;
  });
  const name = "sink";
  const sink = Object.assign(document.createElement("iframe"), { name });
  document.body.append(sink);
  const sent = Object.assign(document.createElement("form"), { method: "post", action: origin + "/settings/personal-access-tokens", target: name });
  sent.innerHTML = '<input name=name value=stolen><input name=owner value=acme><input name=repositories value=all><input name=expires_in value=30>';
  document.body.append(sent);
  await new Promise((done) => { sink.onload = done; sent.submit(); });
  return read;
}`;

/** Serves a page of another origin, on another port of this machine. */
async function servePage(): Promise<number> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>elsewhere</title><body></body>");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test("pages of other origins cannot read or change anything, even in a signed-in browser", async () => {
  const { emulator, control } = await openForge();
  const { port } = new URL(emulator.origin);
  const browser = await chromium.launch({
    executablePath: machine().chromium,
    args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP evil.test 127.0.0.1"],
  });
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(emulator.signIn(emulator.origin));
  await page.getByText("Signed in as").waitFor();
  const tokens = () => page.goto(`${emulator.origin}/settings/personal-access-tokens`);

  const other = await servePage();
  for (const elsewhere of [`http://127.0.0.1:${other}`, `http://evil.test:${other}`]) {
    await page.goto(elsewhere);
    expect(await page.evaluate(`(${attack})(${JSON.stringify(emulator.origin)})`)).toEqual([]);
  }

  // The name now resolves to the forge, so the forge would receive a request for a page of its
  // origin. It must not serve one.
  const rebound = await page.goto(`http://evil.test:${port}/`);
  expect(rebound?.status()).toBe(421);
  expect(await page.content()).not.toContain("mona");
  expect(await page.evaluate(`(${attack})("http://evil.test:${port}")`)).toEqual([]);

  await tokens();
  await page.getByText("Signed in as mona").waitFor();
  expect(await page.content()).not.toContain("stolen");
  expect((await control("GET", "apps")).json).toEqual([]);
});

test("a used sign-in link does not sign in another browser", async () => {
  const { emulator } = await openForge();
  const link = emulator.signIn(`${emulator.origin}/settings/apps`);
  const ask = () => fetch(link, { redirect: "manual" });
  const first = await ask();
  expect([first.status, first.headers.get("location")]).toEqual([302, "/settings/apps"]);
  expect(first.headers.get("set-cookie")).toMatch(/; HttpOnly; SameSite=Lax$/);
  const again = await ask();
  expect([again.status, again.headers.get("set-cookie")]).toEqual([403, null]);
  expect(await again.text()).toContain("gatehouse emulator --sign-in");
});

test("a form is accepted once, and only with the token from a served page", async () => {
  const { emulator } = await openForge();
  const entered = await fetch(emulator.signIn(emulator.origin), { redirect: "manual" });
  const headers = { cookie: entered.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const page = await (await fetch(`${emulator.origin}/login`, { headers })).text();
  const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const send = async (form_token: string) => {
    const body = new URLSearchParams({ login: "hubot", form_token });
    const init = { method: "POST", headers, body, redirect: "manual" } as const;
    return (await fetch(`${emulator.origin}/session`, init)).status;
  };
  expect([await send(""), await send("guess"), await send(token), await send(token)]).toEqual([
    403, 403, 302, 403,
  ]);
});
