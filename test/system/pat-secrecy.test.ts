import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSecret } from "../emulator/open-secret.ts";
import { Secret } from "../../src/shared/secret.ts";
import { patScope } from "../flows/scope/scope-bench.ts";
import { openBench, repository, type Bench } from "./setup/bench.ts";
import type { Ending } from "./setup/product-run.ts";
import {
  findCalls,
  isIntoNetwork,
  isIntoPipe,
  isRevealing,
  needlesOf,
  sweep,
  tracer,
} from "./setup/trace.ts";

let bench: Bench;
let token: Secret;
/**
 * Files outside of the searched directories, which contain the token because a test wrote it there.
 */
/** Without the control file, the setup would be incomplete. */
const controlFile = { "control-file": "write", "control-package": "committed" };

let outside: { readonly trace: string; readonly answers: string };

beforeEach(async () => {
  bench = await openBench();
  const folder = dirname(bench.machine);
  outside = { trace: join(folder, "trace"), answers: join(folder, "pat-answers.json") };
  await pull("PATCH", "world", {
    organizations: { acme: { members: { mona: "member", hubot: "admin" } } },
    repositories: { "acme/control": { collaborators: { mona: "admin" } } },
  });
  const wanted = {
    user: "mona",
    kind: "fine-grained",
    owner: "acme",
    repositories: ["acme/control", "acme/api"],
    permissions: { contents: "read", actions: "read" },
    expiresAt: new Date(Date.now() + 29 * 86_400_000).toISOString(),
  };
  token = new Secret(((await pull("POST", "tokens", wanted)) as { token: string }).token);
  const file = join(folder, "new-token");
  writeFileSync(file, token.reveal());
  const secrets = { "pat-token": { file } };
  writeFileSync(
    outside.answers,
    JSON.stringify({ answers: { ...patScope, ...controlFile }, secrets }),
  );
});
afterEach(() => bench.close());

async function pull(method: string, lever: string, body: object): Promise<unknown> {
  const url = `${bench.emulator.origin}/_emulator/${lever}`;
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${bench.emulator.operatorKey.reveal()}` },
    body: JSON.stringify(body),
  });
  return answer.status === 204 ? undefined : answer.json();
}

const start = (more: readonly string[] = []) =>
  bench.start({
    under: tracer(outside.trace),
    args: ["--answers", outside.answers, ...more],
    env: { GH_DEBUG: "api", FORGE_DEBUG: "api", DEBUG: "*" },
  });

function expectNothingOutside(endings: readonly Ending[]): void {
  const needles = needlesOf(token);
  const calls = findCalls(outside.trace, needles);
  const intoPipes = calls.filter(isIntoPipe);
  // Once to the forge CLI's standard input; otherwise only to the forge itself, to check the token.
  expect(intoPipes).toHaveLength(1);
  expect(calls.filter(isIntoNetwork).length).toBeGreaterThan(0);
  expect(calls.filter((call) => !isIntoPipe(call) && !isIntoNetwork(call))).toEqual([]);
  expect(sweep(bench.machine, needles)).toEqual([]);
  for (const { stdout, stderr } of endings) {
    expect(isRevealing(stdout, needles) || isRevealing(stderr, needles)).toBe(false);
  }
}

async function storedToken(): Promise<string | undefined> {
  const location = { repository, environment: "control-plane", name: "CP_FORGE_TOKEN" };
  return (await openSecret(bench.world(), location))?.reveal();
}

test("a PAT is sent to the forge and to the forge CLI's standard input, and nowhere else", async () => {
  const ending = await start(["--json"]).ended;
  expect(ending.code).toBe(0);
  expect(JSON.parse(ending.stdout)).toMatchObject({ complete: true, profile: "pat" });
  expect(await storedToken()).toBe(token.reveal());
  expectNothingOutside([ending]);
});

test("killed while the secret is being sent, a rerun finds it stored, and tests it with a run", async () => {
  const run = start();
  bench.watch.onExchange = ({ method, path }) => {
    if (method === "PUT" && path.endsWith("/CP_FORGE_TOKEN")) setImmediate(() => run.kill());
  };
  const killed = await run.ended;
  expect(killed.code).toBeNull();
  delete bench.watch.onExchange;
  expectNothingOutside([killed]);
  // The program was killed before it saw that the forge had stored the token.
  const answers = { ...controlFile, "failure:pat-stored": "run" };
  writeFileSync(outside.answers, JSON.stringify({ answers }));
  const ending = await start().ended;
  expect(ending).toMatchObject({ code: 0, stderr: "" });
  expect(await storedToken()).toBe(token.reveal());
  expect(findCalls(outside.trace, needlesOf(token))).toEqual([]);
});

test("killed before the secret arrives, a rerun asks only for the token", async () => {
  const run = start();
  bench.watch.onExchange = ({ method, path }) => {
    if (method === "PUT" && path.endsWith("control-plane-decision.json")) run.kill();
  };
  expect((await run.ended).code).toBeNull();
  delete bench.watch.onExchange;
  const { secrets } = JSON.parse(readFileSync(outside.answers, "utf8")) as { secrets: object };
  writeFileSync(outside.answers, JSON.stringify({ answers: controlFile, secrets }));
  const ending = await start().ended;
  expect(ending.code).toBe(0);
  expect(ending.stderr).toBe("");
  expect(await storedToken()).toBe(token.reveal());
});
