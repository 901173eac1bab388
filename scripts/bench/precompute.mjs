// Measures the requests and the time of `gatehouse precompute` for a thousand targets, on an
// embedded forge in a separate process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { median } from "./interleave.mjs";

const targets = 1000;
const workflows = { ".forge/workflows/ci.yml": "name: CI\non: push\n" };

/** @returns a row for each kind of run: requests, REST units, GraphQL points, seconds */
export async function benchPrecompute({ cli, home, env, rounds }) {
  const forge = await startForge(cli, home, env);
  try {
    const folder = join(home, "precompute");
    const step = { ...env, ...(await prepare(forge, folder)) };
    const cases = [
      ["cold", (cache) => rmSync(cache, { recursive: true, force: true })],
      ["cached, after a minute", forgetAnswer],
      ["again within a minute", () => undefined],
    ];
    const rows = cases.map(([name]) => ({ name, samples: [] }));
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, [, before]] of cases.entries()) {
        before(join(folder, "cache"));
        rows[index].samples.push(await runOnce({ cli, folder, env: step, forge }));
      }
    }
    return rows.map(({ name, samples }) => ({ name, ...medians(samples) }));
  } finally {
    forge.child.kill("SIGTERM");
    await once(forge.child, "close");
  }
}

async function startForge(cli, home, env) {
  const state = join(home, "precompute-forge.json");
  const args = [cli, "emulator", "--json", "--state", state];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { origin, apiUrl, cliConfigDir } = JSON.parse(line);
  const key = readFileSync(join(cliConfigDir, "operator-key"), "utf8").trim();
  return { child, origin, apiUrl, key };
}

async function pull({ origin, key }, path, body) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${origin}/_emulator/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/**
 * Creates a thousand repositories with one workflow each, the settings, and a PAT that can read the
 * repositories.
 */
async function prepare(forge, folder) {
  const request = { owner: "acme", prefix: "many", count: targets, workflows };
  const { repositories } = await pull(forge, "repositories", request);
  const { token } = await pull(forge, "tokens", {
    user: "mona",
    kind: "fine-grained",
    owner: "acme",
    permissions: { contents: "read", actions: "read" },
  });
  mkdirSync(join(folder, ".forge"), { recursive: true });
  const settings = {
    version: 1,
    targets: repositories,
    mode: "review",
    destination: "control",
    caps: { repositories: targets, dispatches: 1 },
    packages: [],
  };
  writeFileSync(join(folder, ".forge/control-plane.json"), JSON.stringify(settings));
  return {
    FORGE_API_URL: forge.apiUrl,
    FORGE_REPOSITORY: "acme/control",
    CP_FORGE_TOKEN: token,
  };
}

/**
 * Removes the last reading, which is valid for only one minute. Keeps the known branch heads and
 * ETags.
 */
function forgetAnswer(cache) {
  for (const name of readdirSync(cache)) {
    const { last: _last, ...kept } = JSON.parse(readFileSync(join(cache, name), "utf8"));
    writeFileSync(join(cache, name), JSON.stringify(kept));
  }
}

async function runOnce({ cli, folder, env, forge }) {
  const before = await readUsed(forge, env);
  const start = performance.now();
  const args = [cli, "precompute", "--cache", "cache", "--json"];
  const child = spawn(process.execPath, args, { env, cwd: folder });
  const out = [];
  child.stdout.on("data", (piece) => out.push(piece));
  const [code] = await once(child, "close");
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`precompute exited with ${code}: ${out.join("")}`);
  const { requests, states } = JSON.parse(Buffer.concat(out).toString());
  if (states.complete !== targets)
    throw new Error(`only ${states.complete} of ${targets} targets are complete`);
  const after = await readUsed(forge, env);
  return {
    requests,
    rest: after.core - before.core,
    points: after.graphql - before.graphql,
    seconds,
  };
}

async function readUsed({ apiUrl }, { CP_FORGE_TOKEN: token }) {
  const headers = { authorization: `Bearer ${token}` };
  const { resources } = await (await fetch(`${apiUrl}/rate_limit`, { headers })).json();
  return { core: resources.core.used, graphql: resources.graphql.used };
}

function medians(samples) {
  const names = Object.keys(samples[0]);
  return Object.fromEntries(names.map((name) => [name, median(samples.map((one) => one[name]))]));
}

export function printPrecompute(rows) {
  const head = ["requests", "REST", "GraphQL", "seconds"].map((name) => name.padStart(9)).join("");
  console.log(`\n${"Precompute of 1,000 targets".padEnd(36)}${head}`);
  for (const { name, requests, rest, points, seconds } of rows) {
    const numbers = [requests, rest, points, seconds.toFixed(2)];
    console.log(`  ${name.padEnd(34)}${numbers.map((one) => String(one).padStart(9)).join("")}`);
  }
}
