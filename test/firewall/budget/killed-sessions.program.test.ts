import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";
import { sample } from "../../sample.ts";
import { listen } from "../proxy/rig.ts";

const session = fileURLToPath(new URL("budget-session.ts", import.meta.url));

/** Moments at which a session is killed; a quarter of the sessions live. */
const kills = ["", "share 1", "origin 3", "", "lock 2", "share 2", "origin 1", "lock 1"];

const tokensOfResponse = 100;
const atOnce = 8;

interface Seen {
  requests: number;
  bytes: number;
  readonly calls: Map<string, number>;
}

/** An origin that counts what arrives, and kills a session whose time has come. */
function openOrigin(seen: Seen) {
  return createServer((asked, response) => {
    seen.requests += 1;
    asked.on("data", (chunk: Buffer) => (seen.bytes += chunk.length));
    const { searchParams } = new URL(asked.url ?? "", "http://a.test");
    const [pid = "", kill = ""] = ["pid", "kill"].map((name) => searchParams.get(name) ?? "");
    const calls = (seen.calls.get(pid) ?? 0) + 1;
    seen.calls.set(pid, calls);
    if (kill === `origin ${calls}`) process.kill(Number(pid), "SIGKILL");
    response.end(JSON.stringify({ usage: { input_tokens: tokensOfResponse } }));
  });
}

async function runSession(...words: readonly string[]): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, ["--import", "tsx", session, ...words], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  expect(signal ?? code).toBe(signal ?? 0);
  return signal;
}

async function runAll(indexes: readonly number[], run: (index: number) => Promise<void>) {
  const waiting = [...indexes];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

test.each([
  ["requests", { requests: 60, upload: 1_000_000, tokens: 1_000_000 }],
  ["upload", { requests: 1000, upload: 6000, tokens: 1_000_000 }],
  ["tokens", { requests: 1000, upload: 1_000_000, tokens: 6000 }],
] as const)(
  "sessions that are killed never exceed the shared %s",
  async (_name, limits) => {
    const seen: Seen = { requests: 0, bytes: 0, calls: new Map() };
    const port = await listen(openOrigin(seen));
    const path = join(makeFolder("budget"), "budgets", "test.json");
    let killed = 0;
    const indexes = sample(
      "killed sessions",
      Array.from({ length: 100 }, (_, at) => at),
      8,
    );
    await runAll(indexes, async (index) => {
      const words = [path, String(port), JSON.stringify(limits), kills[index % kills.length] ?? ""];
      if ((await runSession(...words)) !== null) killed += 1;
    });
    expect(killed).toBeGreaterThan(0);
    expect(seen.requests).toBeGreaterThan(0);
    expect(seen.requests).toBeLessThanOrEqual(limits.requests);
    expect(seen.bytes).toBeLessThanOrEqual(limits.upload);
    // Each session has one response in flight when the budget is spent, or when it is killed.
    const inFlight = (atOnce + killed) * tokensOfResponse;
    expect(seen.requests * tokensOfResponse).toBeLessThanOrEqual(limits.tokens + inFlight);
    const { used } = JSON.parse(readFileSync(path, "utf8")) as { used: Record<string, number> };
    expect(used["requests"]).toBeGreaterThanOrEqual(seen.requests);
    expect(used["upload"]).toBeGreaterThanOrEqual(seen.bytes);
  },
  600_000,
);
