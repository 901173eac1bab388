import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSecret } from "../emulator/open-secret.ts";
import { Secret } from "../../src/shared/secret.ts";
import { claimKey } from "../keys/ready-keys.ts";
import { findFlaws, openBench, repository, withNewKeys, type Bench } from "./setup/bench.ts";
import { startProduct, type Ending } from "./setup/product-run.ts";
import {
  findCalls,
  findRevealingCalls,
  isIntoNetwork,
  isIntoPipe,
  isRevealing,
  needlesOf,
  sweep,
  tracer,
} from "./setup/trace.ts";

let bench: Bench;
/** Outside of the searched directories, because a trace contains the keys. */
let trace: string;

beforeEach(async () => {
  bench = await openBench();
  trace = join(dirname(bench.machine), "trace");
});
afterEach(() => bench.close());

const debugging = { GH_DEBUG: "api", FORGE_DEBUG: "api", DEBUG: "*", NODE_DEBUG: "" };

/** Returns the keys that the forge stores for its runs, which passed through the program. */
async function readKeys(): Promise<Secret[]> {
  const names = ["CP_FORGE_READ_APP_PRIVATE_KEY", "CP_FORGE_WRITE_APP_PRIVATE_KEY"];
  const keys = await Promise.all(
    names.map((name) => openSecret(bench.world(), { repository, name })),
  );
  return keys.filter((key) => key !== undefined);
}

/**
 * Searches for keys and for the operator's login in every location that a run may have written to.
 */
function expectNothingOutside(keys: readonly Secret[], endings: readonly Ending[]): void {
  for (const key of keys) {
    const calls = findCalls(trace, needlesOf(key));
    expect(calls.length, "the key goes to the forge CLI").toBeGreaterThan(0);
    expect(calls.filter((call) => !isIntoPipe(call))).toEqual([]);
  }
  const login = bench.emulator.userToken.reveal();
  expect(findCalls(trace, [login]).length, "the login is used").toBeGreaterThan(0);
  const revealing = findRevealingCalls(trace);
  expect(revealing.filter((call) => !isIntoPipe(call) && !isIntoNetwork(call))).toEqual([]);

  const needles = [...keys.flatMap(needlesOf), login];
  expect(sweep(bench.machine, needles)).toEqual([]);
  for (const { stdout, stderr } of endings) {
    expect(isRevealing(stdout, needles)).toBe(false);
    expect(isRevealing(stderr, needles)).toBe(false);
  }
}

test("a key is sent to the forge CLI's standard input and nowhere else", async () => {
  const ending = await bench.start({ under: tracer(trace) }).ended;
  expect(ending.code).toBe(0);
  expect(await findFlaws(bench)).toEqual([]);
  const keys = await readKeys();
  expect(keys).toHaveLength(2);
  expectNothingOutside(keys, [ending]);
  // Once each: not even a second process of gatehouse gets the key.
  for (const key of keys) expect(findCalls(trace, needlesOf(key))).toHaveLength(1);
});

test("with debugging variables and --json, a key is sent nowhere else", async () => {
  const options = { under: tracer(trace), env: debugging, args: ["--json"] };
  const ending = await bench.start(options).ended;
  expect(ending.code).toBe(0);
  expect(JSON.parse(ending.stdout)).toMatchObject({
    repo: repository,
    overallStatus: "profile not chosen",
  });
  expectNothingOutside(await readKeys(), [ending]);
});

test("killed while it stores the secret, a setup leaves no key behind, and neither does its rerun", async () => {
  const options = { under: tracer(trace), env: debugging, args: ["--json"] };
  const run = bench.start(options);
  bench.watch.onExchange = ({ method, path }) => {
    if (method === "PUT" && path.endsWith("/CP_FORGE_WRITE_APP_PRIVATE_KEY")) run.kill();
  };
  const killed = await run.ended;
  expect(killed.code).toBeNull();
  delete bench.watch.onExchange;
  await bench.operator.settled();
  expectNothingOutside(await readKeys(), [killed]);

  const slug = "gatehouse-acme-control-write";
  const settings = `${bench.emulator.origin}/organizations/acme/settings/apps/${slug}`;
  await bench.operator.fetchKey("write", settings);
  const answers = withNewKeys(bench.operator, ["write"]);
  const ending = await bench.start({ ...options, answers }).ended;
  expect(ending.code).toBe(0);
  expect(await findFlaws(bench)).toEqual([]);
  const [, newKey] = await readKeys();
  expectNothingOutside(newKey ? [newKey] : [], [killed, ending]);
});

test("the trace and the sweep find a key in an argument, in a variable, as base64 and in a file", async () => {
  const privateKey = String(claimKey().export({ type: "pkcs1", format: "pem" }));
  const source = join(dirname(bench.machine), "key.pem");
  writeFileSync(source, privateKey);
  const program = fileURLToPath(new URL("./setup/careless.ts", import.meta.url));
  const copy = join(bench.machine, "tmp", "copy");
  const node = [process.execPath, "--import", "tsx", program, source, copy];
  const command = [...tracer(trace), ...node] as [string, ...string[]];
  const { code } = await startProduct({ command, cwd: process.cwd(), env: process.env }).ended;
  expect(code).toBe(0);

  const needles = needlesOf(new Secret(privateKey));
  const leaks = findCalls(trace, needles).filter((call) => !isIntoPipe(call));
  expect(leaks.some((call) => /execve\([^[]*\["true", "-----BEGIN/.test(call))).toBe(true);
  expect(leaks.some((call) => /execve\([^[]*\["true", "eC0tLS0t/.test(call))).toBe(true);
  expect(leaks.some((call) => /execve\(.*"KEY=-----BEGIN/.test(call))).toBe(true);
  expect(leaks.some((call) => /write\(\d+<[^>]*copy>/.test(call))).toBe(true);
  expect(sweep(bench.machine, needles)).toEqual([copy]);
  expect(isRevealing(readFileSync(copy, "utf8"), needles)).toBe(true);
});
