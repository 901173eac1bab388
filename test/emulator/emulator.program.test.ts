import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../emulator/emulator.ts";
import { createApp, installApp, openForge } from "./open-forge.ts";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "emulator-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a restarted forge has its old state, under a new origin", async () => {
  const stateFile = join(await temporaryFolder(), "state.json");
  const before = await openForge({ stateFile });
  const app = await createApp(before);
  const id = await installApp(before, app, ["acme/control"]);
  await before.emulator.close();
  const after = await openForge({ stateFile });
  const { json } = await after.rest("GET", "/repos/acme/control/installation", {
    token: app.jwt(),
  });
  expect(json.id).toBe(id);
  expect(after.emulator.userToken.reveal()).toBe(before.emulator.userToken.reveal());
});

test("the state contains neither private keys nor tokens; its files are readable only by their owner", async () => {
  const folder = await temporaryFolder();
  const stateFile = join(folder, "state.json");
  const forge = await openForge({ stateFile });
  const app = await createApp(forge);
  const state = await readFile(stateFile, "utf8");
  expect(state).toContain(app.slug);
  expect(state).not.toContain("PRIVATE KEY");
  expect(state).not.toContain(forge.emulator.userToken.reveal());
  const hostsFile = join(forge.emulator.cliConfigDir, "hosts.json");
  const modes = await Promise.all([stat(stateFile), stat(hostsFile)]);
  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o600]);
});

test("the forge CLI is logged in at the current origin", async () => {
  const stateFile = join(await temporaryFolder(), "state.json");
  const { emulator } = await openForge({ stateFile });
  const hosts: unknown = JSON.parse(
    await readFile(join(emulator.cliConfigDir, "hosts.json"), "utf8"),
  );
  const token = emulator.userToken.reveal();
  expect(hosts).toEqual({ [new URL(emulator.origin).host]: { user: "mona", token } });
});

test("a forge in memory leaves nothing behind", async () => {
  const emulator = await startEmulator();
  expect(existsSync(emulator.cliConfigDir)).toBe(true);
  await emulator.close();
  expect(existsSync(emulator.cliConfigDir)).toBe(false);
});

test("confirmed changes survive kill -9", async () => {
  const stateFile = join(await temporaryFolder(), "state.json");
  const program = `
    const { startEmulator } = await import(${JSON.stringify(new URL("../../emulator/emulator.ts", import.meta.url).href)});
    const emulator = await startEmulator({ stateFile: ${JSON.stringify(stateFile)} });
    const headers = { authorization: "Bearer " + emulator.userToken.reveal() };
    const body = JSON.stringify({ name: "SAID", value: "yes" });
    const answer = await fetch(emulator.apiUrl + "/repos/acme/control/actions/variables", { method: "POST", headers, body });
    if (answer.status === 201) process.kill(process.pid, "SIGKILL");
  `;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect(signal).toBe("SIGKILL");
  const forge = await openForge({ stateFile });
  const { json } = await forge.rest("GET", "/repos/acme/control/actions/variables/SAID");
  expect(json.value).toBe("yes");
});

test("a file that is not a state is rejected with a message", async () => {
  const stateFile = new URL("../fixtures/README.md", import.meta.url).pathname;
  await expect(startEmulator({ stateFile })).rejects.toThrow(
    `${stateFile} is not a state file of the embedded forge.`,
  );
});

test("a port in use is an error, not a hang", async () => {
  const { emulator } = await openForge();
  const port = Number(new URL(emulator.origin).port);
  await expect(startEmulator({ port })).rejects.toThrow("EADDRINUSE");
});

test("requests are logged by their caller, without the API's prefix", async () => {
  const { emulator, rest, page, control } = await openForge();
  await page("/");
  await control("DELETE", "requests");
  await rest("GET", "/repos/acme/web?x=1", { token: null });
  await rest("GET", "/user");
  await page("/");
  expect(emulator.requests()).toEqual([
    { method: "GET", path: "/repos/acme/web", query: "x=1", status: 200, who: "anonymous" },
    { method: "GET", path: "/user", query: "", status: 200, who: "user:mona" },
    { method: "GET", path: "/", query: "", status: 200, who: "browser:mona" },
  ]);
  expect((await control("GET", "requests")).json).toHaveLength(3);
  await control("DELETE", "requests");
  expect(emulator.requests()).toEqual([]);
});

test("the control API requires the operator key, and rejects web pages of other origins", async () => {
  const { emulator } = await openForge();
  const ask = async (headers: Record<string, string>) => {
    const authorization = `Bearer ${emulator.operatorKey.reveal()}`;
    const request = httpRequest(`${emulator.origin}/_emulator/apps`, {
      headers: { authorization, ...headers },
    });
    const [response] = (await once(request.end(), "response")) as [
      { statusCode: number; resume(): void },
    ];
    response.resume();
    return response.statusCode;
  };
  expect(await ask({})).toBe(200);
  expect(await ask({ authorization: "" })).toBe(401);
  expect(await ask({ authorization: `Bearer ${emulator.userToken.reveal()}` })).toBe(401);
  expect(await ask({ host: "evil.example" })).toBe(421);
  expect(await ask({ origin: "https://evil.example" })).toBe(403);
});

test.each([
  ["not JSON", "{", 400],
  ["not an object", "[]", 400],
])("a body that is %s is refused", async (_, body, status) => {
  const { emulator } = await openForge();
  const headers = { authorization: `Bearer ${emulator.userToken.reveal()}` };
  const path = `${emulator.apiUrl}/repos/acme/control/actions/variables`;
  expect((await fetch(path, { method: "POST", headers, body })).status).toBe(status);
});

test("the API answers at the root for requests through a proxy", async () => {
  const { emulator } = await openForge();
  const path = "http://api.github.localhost/repos/acme/web";
  const { port } = new URL(emulator.origin);
  const headers = { "user-agent": "test" };
  const request = httpRequest({ host: "127.0.0.1", port, path, headers });
  const [response] = (await once(request.end(), "response")) as [AsyncIterable<Buffer>];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const json = JSON.parse(Buffer.concat(chunks).toString()) as { full_name: string; url: string };
  expect(json).toMatchObject({ full_name: "acme/web", url: path });
});
