import { describe, expect, test } from "vitest";
import { openRemotePool } from "../../../src/commands/firewall/remote-pool.ts";
import { isDenied } from "../../../src/firewall/proxy/budget-gate.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";
import { createSendOnce } from "../../../src/forge/send-once.ts";
import { createRuleTokens } from "../../../src/run/token/rule-tokens.ts";
import { createApp, installApp, openForge } from "../../emulator/open-forge.ts";
import { openMeter } from "../../firewall/budget/meter-rig.ts";

const text = "{ requests: 20, shared: team, repository: acme/control }";
const path = "/repos/acme/control/contents/.gatehouse/budgets/team.json";

/** Returns a forge with an installed write App, and a function that starts a run on a machine. */
async function prepare() {
  const forge = await openForge();
  const permissions = { contents: "write", metadata: "read" };
  const app = await createApp(forge, { default_permissions: permissions });
  await installApp(forge, app, ["acme/control"]);
  const env = {
    CP_FORGE_WRITE_APP_ID: app.clientId,
    CP_FORGE_WRITE_APP_PRIVATE_KEY: app.pem,
    FORGE_API_URL: forge.emulator.apiUrl,
  };
  const openMachine = (send: SendOnce = createSendOnce(env)) => {
    const tokens = createRuleTokens(env, createSendOnce(env));
    const mint = async (source: Parameters<typeof tokens.mint>[0]) => {
      const minting = await tokens.mint(source);
      if (minting.kind !== "minted") throw new Error(JSON.stringify(minting));
      return minting.token;
    };
    const { budget } = openMeter(text);
    const pool = openRemotePool({ ...budget, repository: "acme/control" }, { env, send, mint });
    return { pool, ...openMeter(text, pool) };
  };
  const readFile = async () => {
    const { json } = await forge.rest("GET", path);
    const { content, sha } = json as { content: string; sha: string };
    return { text: Buffer.from(content, "base64").toString(), sha };
  };
  const readUsed = async () =>
    (JSON.parse((await readFile()).text) as { used: Record<string, number> }).used;
  return { forge, env, openMachine, readFile, readUsed };
}

/** Sends requests until one is denied. */
async function spend({ meter }: ReturnType<typeof openMeter>, most: number): Promise<number> {
  for (let sent = 0; sent < most; sent += 1) {
    if (isDenied(await meter.admit([]))) return sent;
  }
  return most;
}

describe("a budget in the control repository", () => {
  test("is shared by machines at the same time, and never exceeded", async () => {
    const { openMachine, readUsed } = await prepare();
    const machines = Array.from({ length: 4 }, () => openMachine());
    const sent = await Promise.all(machines.map((machine) => spend(machine, 12)));
    const total = sent.reduce((sum, each) => sum + each, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(20);
    for (const { meter } of machines) await meter.close();
    expect(machines.map(({ meter }) => meter.report().problem)).toEqual(
      machines.map(() => undefined),
    );
    expect(await readUsed()).toEqual({ requests: total });
  });

  test("is written only in the version that was read", async () => {
    const { forge, env, openMachine, readFile, readUsed } = await prepare();
    expect(await spend(openMachine(), 1)).toBe(1);
    const send = createSendOnce(env);
    let conflicts = 0;
    const raced: SendOnce = async (request) => {
      // Another machine uses 10 requests after this one has read the file.
      if (request.method === "PUT" && conflicts === 0) {
        const { text: before, sha } = await readFile();
        const state = JSON.parse(before) as { used: { requests: number } };
        state.used.requests += 10;
        const content = Buffer.from(JSON.stringify(state)).toString("base64");
        await forge.rest("PUT", path, { body: { message: "Use it", content, sha } });
      }
      const answer = await send(request);
      if (answer.status === 409) conflicts += 1;
      return answer;
    };
    expect(await spend(openMachine(raced), 1)).toBe(1);
    expect(conflicts).toBe(1);
    // 5 by the first machine, 10 by the other one, and a quarter of the rest.
    expect(await readUsed()).toEqual({ requests: 17 });
  });

  test("does not repeat a change that a rule of the repository forbids", async () => {
    const { env, openMachine } = await prepare();
    const send = createSendOnce(env);
    let writes = 0;
    const refused: SendOnce = async (request) => {
      if (request.method !== "PUT") return send(request);
      writes += 1;
      const text = JSON.stringify({ message: "Repository rule violations found" });
      return { status: 409, headers: { "content-type": "application/json" }, text };
    };
    const denied = await openMachine(refused).meter.admit([]);
    expect(isDenied(denied) && denied.explanation).toContain("rejected the request with 409");
    expect(writes).toBe(1);
  });

  test("denies requests if the forge is not available", async () => {
    const { openMachine } = await prepare();
    const down: SendOnce = () => Promise.reject(new Error("no route"));
    const { meter } = openMachine(down);
    const denied = await meter.admit([]);
    expect(isDenied(denied) && denied.explanation).toMatch(
      /^the shared budget "team" is not available: the forge did not answer/,
    );
  });

  test("rejects limits and returns that the approved rules do not contain", async () => {
    const { openMachine, readUsed } = await prepare();
    const { pool } = openMachine();
    const ask = (key: string, owed: number, wanted = 0) =>
      pool.exchange([{ key, limit: 1_000_000, owed, wanted }]);
    await expect(ask("tokens", 0, 1)).rejects.toThrow("no approved rule has this limit");
    expect(await ask("requests", 0, 3)).toEqual([{ granted: 5, used: 5 }]);
    await openMachine().pool.exchange([{ key: "requests", limit: 20, owed: 6, wanted: 0 }]);
    // Only the 5 that this run received can be returned, even in several parts.
    await ask("requests", -1000);
    await ask("requests", -5);
    expect(await readUsed()).toEqual({ requests: 6 });
    expect(await ask("requests", 0, 1_000_000)).toEqual([{ granted: 14, used: 20 }]);
  });
});
