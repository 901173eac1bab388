import { createPrivateKey } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/emulator.ts";
import { createRobot, signInAt } from "./signed-in.ts";

let forge: Emulator;

beforeEach(async () => {
  forge = signInAt(await startEmulator());
});

afterEach(() => forge.close());

const permissions = { metadata: "read", contents: "read" };

/**
 * Serves a setup's page on the loopback interface: its form sends a manifest, its callback accepts
 * the code.
 */
async function startSetup(name: string) {
  const callbacks: URLSearchParams[] = [];
  let page = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://x");
    if (url.pathname === "/callback") callbacks.push(url.searchParams);
    response.setHeader("content-type", "text/html");
    response.end(url.pathname === "/register" ? page : "<h1>Thank you</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const manifest = {
    name,
    url: "https://control.example/",
    redirect_url: `${origin}/callback`,
    public: false,
    default_permissions: permissions,
  };
  page = `<form data-form="register-app" method="post"
    action="${forge.origin}/organizations/acme/settings/apps/new?state=s1">
    <input type="hidden" name="manifest" value='${JSON.stringify(manifest)}'>
    <button>Register</button></form>`;
  return { link: `${origin}/register`, callbacks };
}

async function convert(code: string | null | undefined) {
  const url = `${forge.apiUrl}/app-manifests/${code}/conversions`;
  const answer = await fetch(url, { method: "POST" });
  return (await answer.json()) as { slug: string; name: string; html_url: string };
}

async function installations() {
  const headers = { authorization: `Bearer ${forge.operatorKey.reveal()}` };
  const answer = await fetch(`${forge.origin}/_emulator/apps`, { headers });
  return JSON.stringify(await answer.json());
}

test("the robot registers an App, installs it, and creates a second key for it", async () => {
  const setup = await startSetup("Reader");
  const text: string[] = [];
  const robot = createRobot({
    report: (what) => text.push(what),
    selection: ["acme/control"],
    appName: (name) => `${name} of acme`,
  });

  await robot.visit(setup.link);
  expect(setup.callbacks[0]?.get("state")).toBe("s1");
  const app = await convert(setup.callbacks[0]?.get("code"));
  expect(app).toMatchObject({ slug: "reader-of-acme", name: "Reader of acme" });

  await robot.visit(`${forge.origin}/apps/${app.slug}/installations/new`);
  expect(await installations()).toContain("acme/control");
  expect(await installations()).not.toContain("acme/web");

  const settings = `${forge.origin}/organizations/acme/settings/apps/${app.slug}`;
  const key = await robot.generateKey(settings);
  expect(createPrivateKey(key.reveal()).asymmetricKeyType).toBe("rsa");
  expect(text).toEqual([
    "Submits the App registration",
    'Creates the App "Reader of acme"',
    "Installs the App on acme/control",
    "Generates a private key",
  ]);
});

test("the robot fixes an installation that covers too many repositories", async () => {
  const setup = await startSetup("Reader");
  await createRobot().visit(setup.link);
  await convert(setup.callbacks[0]?.get("code"));
  const install = `${forge.origin}/apps/reader/installations/new`;
  await createRobot({ selection: "all" }).visit(install);
  expect(await installations()).toContain('"all"');
  await createRobot({ selection: ["acme/control", "acme/api"] }).visit(install);
  expect(await installations()).not.toContain('"all"');
  expect(await installations()).toContain("acme/api");
});

test("the robot signs in and starts again if the forge signed it out", async () => {
  const setup = await startSetup("Reader");
  forge.setFaults([
    { on: "POST /organizations/acme/settings/apps/new", play: { kind: "signed-out" } },
  ]);
  const text: string[] = [];
  await createRobot({ report: (what) => text.push(what) }).visit(setup.link);
  expect(text).toEqual([
    "Submits the App registration",
    "Signs in",
    "Submits the App registration",
    'Creates the App "Reader"',
  ]);
  expect(setup.callbacks).toHaveLength(1);
});

test("a name in use is an error with a message", async () => {
  forge.setFaults([{ on: "POST /organizations/acme/settings/apps", play: { kind: "name-taken" } }]);
  const setup = await startSetup("Reader");
  await expect(createRobot().visit(setup.link)).rejects.toThrow(
    /^The page "Create App" \(http\S+\/organizations\/acme\/settings\/apps\) returned status 422\.$/,
  );
  expect(setup.callbacks).toEqual([]);
});

test("the robot creates a token for chosen repositories", async () => {
  const link = `${forge.origin}/settings/personal-access-tokens/new?name=control&target_name=acme&contents=read&expires_in=30`;
  const token = await createRobot({ selection: ["acme/control"] }).createToken(link);
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${token.reveal()}` };
    return (await fetch(`${forge.apiUrl}${path}`, { headers })).status;
  };
  expect(await ask("/repos/acme/control")).toBe(200);
  expect(await ask("/repos/acme/api")).toBe(404);
});
