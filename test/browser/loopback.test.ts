import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { brands } from "../../src/forge/brand.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { registrationLink } from "../../src/forge/web-links.ts";
import { openRegistration } from "../../src/plane/setup/loopback.ts";
import { buildManifest } from "../../src/plane/setup/manifest.ts";
import { readForms } from "../../emulator/robot/read-forms.ts";
import { openForge } from "../emulator/open-forge.ts";
import { openChromium } from "./chromium.ts";
import { inspectPage } from "./inspect-page.ts";
import { createOperator } from "./operator.ts";
import { readAppCeiling } from "../../src/credentials/apps/ceilings.ts";

const openWindow = openChromium();
const repository = { owner: "acme", name: "control", full: "acme/control" };

/** Serves the page as the setup does. The forge that it links to does not have to exist. */
async function serve(webUrl = "http://127.0.0.1:9", signIn = (link: string) => link) {
  const profile = resolveHost(webUrl, brands.forge.name);
  const registration = await openRegistration({
    role: "read",
    subject: "set up acme/control",
    position: { at: 5, of: 9 },
    port: 0,
    webUrl,
    registrationLink: signIn(registrationLink(profile, { login: "acme", kind: "organization" })),
    manifest: (redirectUrl) =>
      buildManifest(
        { profile, repository, role: "read", name: "eyes", ceiling: readAppCeiling },
        redirectUrl,
      ),
  });
  onTestFinished(() => registration.close());
  const [, state = ""] = /[?;]state=(\w+)/.exec(registration.page) ?? [];
  const origin = new URL(registration.link).origin;
  return { registration, state, origin, callback: `${origin}/registered` };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Sends a request with any header, including those that `fetch` always sets itself. */
function ask(url: string, options: { method?: string; host?: string } = {}): Promise<Answer> {
  const { method = "GET", host = new URL(url).host } = options;
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: { host } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
      );
    });
    call.on("error", reject).end();
  });
}

/** Returns whether the code has arrived. */
function hasCome(code: Promise<string>): Promise<boolean> {
  return Promise.race([code.then(() => true), new Promise<false>((no) => setImmediate(no, false))]);
}

describe("the loopback page", () => {
  test("is not cached, loads no resources, and sends its form only to the forge", async () => {
    const { registration, origin } = await serve();
    for (const url of [registration.link, `${origin}/registered`, `${origin}/else`]) {
      const { headers } = await ask(url);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
      const policy = String(headers["content-security-policy"]);
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+='; /);
      expect(policy).toContain(`form-action ${origin} http://127.0.0.1:9; base-uri 'none'`);
      expect(headers["set-cookie"]).toBeUndefined();
    }
  });

  test("listens on 127.0.0.1 only, and each page has its own 128-bit state", async () => {
    const [one, other] = [await serve(), await serve()];
    expect(new URL(one.origin).hostname).toBe("127.0.0.1");
    expect(one.state).toMatch(/^[\da-f]{32}$/);
    expect(one.state).not.toBe(other.state);
    const port = new URL(one.origin).port;
    await expect(ask(`http://127.0.0.2:${port}/register`)).rejects.toThrow("ECONNREFUSED");
  });

  test("answers a stray or forged callback with 400, keeps waiting, and accepts the valid callback once", async () => {
    const { registration, state, callback } = await serve();
    const wrong = state.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    const forged = [
      "",
      "?code=c",
      `?state=${state}`,
      `?code=c&state=${wrong}`,
      `?code=c&state=${state.slice(1)}`,
      `?code=c&state=${state.toUpperCase()}0`,
      `?code=c&state=`,
      `?code=&state=${state}`,
      `?code=c&code=d&state=${state}`,
      `?code=c&state=${state}&state=${state}`,
      `?code=c&state=${state}&setup_action=install`,
      `?code=%3Cscript%3E&state=${state}`,
      `?code=${"c".repeat(201)}&state=${state}`,
    ];
    for (const query of forged) {
      const { status, text } = await ask(callback + query);
      expect({ query, status }).toEqual({ query, status: 400 });
      expect(text).toContain("gatehouse keeps waiting");
      expect(text).not.toContain("<script");
    }
    const next = registration.nextCode();
    expect(await hasCome(next)).toBe(false);

    expect(await ask(`${callback}?code=right&state=${state}`)).toMatchObject({ status: 200 });
    expect(await next).toBe("right");
    const second = await ask(`${callback}?code=right&state=${state}`);
    expect(second.status).toBe(400);
    expect(second.text).toContain("already received");
  });

  test.each(["forge.test", "localhost", "127.0.0.1", "127.0.0.1:1", "[::1]"])(
    "answers requests for the host name %s with 400",
    async (host) => {
      const { registration, state, callback } = await serve();
      const right = `${callback}?code=right&state=${state}`;
      expect(await ask(registration.link, { host })).toMatchObject({ status: 400 });
      expect(await ask(right, { host })).toMatchObject({ status: 400 });
      expect(await ask(right, { method: "POST" })).toMatchObject({ status: 400 });
      expect(await hasCome(registration.nextCode())).toBe(false);
    },
  );

  test("accepts a pasted address like a callback, with the same checks", async () => {
    const { registration, state, callback } = await serve();
    const acceptAddress = (text: string) => registration.acceptAddress(text);
    expect(acceptAddress("the page says: cannot connect")).toContain("This is not a URL");
    expect(acceptAddress(`${callback}?code=c&state=${"0".repeat(32)}`)).toContain("state");
    expect(acceptAddress(`${callback}?code=c&code=d&state=${state}`)).toContain("exactly one");
    expect(acceptAddress(` ${callback}?code=right&state=${state}\n`)).toBeUndefined();
    expect(acceptAddress(`${callback}?code=right&state=${state}`)).toContain("already received");
    expect(await registration.nextCode()).toBe("right");
  });
});

describe("the loopback page in Chromium", () => {
  test("works without JavaScript, and receives the code from the forge", async () => {
    const { emulator } = await openForge();
    const { registration } = await serve(emulator.origin, emulator.signIn);
    const page = await openWindow({ javaScriptEnabled: false });
    await createOperator(page).follow(registration.link);
    expect(await registration.nextCode()).toMatch(/^[\da-f]{40}$/);
  });

  test("the button works again after a sign-in, which discards the submitted form", async () => {
    const { emulator } = await openForge();
    emulator.setFaults([
      { on: "POST /organizations/acme/settings/apps/new", play: { kind: "signed-out" } },
    ]);
    const { registration } = await serve(emulator.origin, emulator.signIn);
    const page = await openWindow();
    await page.goto(registration.link);
    await page.getByRole("button", { name: "Continue to the form" }).click();
    await page.getByRole("combobox", { name: "Account" }).selectOption("mona");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Register new App" }).waitFor();
    await createOperator(page).follow(registration.link);
    expect(await registration.nextCode()).toMatch(/^[\da-f]{40}$/);
  });

  test("sends the displayed manifest to the forge through the loopback server, and works again after Back and after a reload", async () => {
    const { emulator } = await openForge();
    const { registration } = await serve(emulator.origin, emulator.signIn);
    const seen: string[] = [];
    registration.watch((sight) => seen.push(sight));
    const page = await openWindow();
    const sent: string[] = [];
    page.on("request", (asked) => {
      const isForge = new URL(asked.url()).origin === emulator.origin;
      if (asked.method() === "POST" && isForge) sent.push(asked.postData() ?? "");
    });
    await page.goto(registration.link);
    const onForge = page.getByRole("button", { name: "Create App" });
    await page.getByRole("button", { name: "Continue to the form" }).click();
    await onForge.waitFor();
    expect(seen).toEqual(["page opened", "sent on"]);
    const [form] = readForms(registration.page);
    const manifest = form?.fields.find(({ name }) => name === "manifest")?.value ?? "";
    expect(sent).toEqual([new URLSearchParams({ manifest }).toString()]);

    await page.reload();
    await onForge.waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Create the Read App" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Continue to the form" }).click();
    await onForge.waitFor();
    expect(new Set(sent).size).toBe(1);
    await page.getByRole("button", { name: "Create App" }).click();
    await page.getByRole("heading", { name: "Registration received" }).waitFor();
    expect(await registration.nextCode()).toMatch(/^[\da-f]{40}$/);
  });

  test("applies its own style, and lists the App's permissions before it sends anything", async () => {
    const { registration } = await serve();
    const page = await openWindow();
    await page.goto(registration.link);
    const button = page.getByRole("button", { name: "Continue to the form" });
    await button.waitFor();
    const color = await page.evaluate(
      "getComputedStyle(document.querySelector('button')).backgroundColor",
    );
    expect(color).toBe("rgb(31, 111, 67)");
    expect(await inspectPage(page)).toEqual([]);
    expect(await page.getByRole("term").allInnerTexts()).toContain("Contents: Read-only");
    expect(await page.getByRole("definition").allInnerTexts()).toContain("Read repositories.");
    expect(await page.getByRole("banner").innerText()).toContain("5 of 9 · Create the Read App");
  });

  test("can send its form only to the forge", async () => {
    const { registration } = await serve();
    let calls = 0;
    const thief = createServer((_, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((listening) => thief.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void thief.close());
    const page = await openWindow({ mayComplain: /form-action/ });
    await page.goto(registration.link);
    const { port } = thief.address() as AddressInfo;
    const refused = page.waitForEvent("console", { predicate: (line) => line.type() === "error" });
    await page.evaluate(`document.forms[0].action = "http://127.0.0.1:${port}/"`);
    await page.getByRole("button").click({ noWaitAfter: true });
    expect((await refused).text()).toContain("form-action");
    expect(calls).toBe(0);
  });
});
