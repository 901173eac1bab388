import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { openStore } from "../../../src/run/precompute/answer-store.ts";
import { scanPaths } from "../../../src/run/scan/scan-paths.ts";
import type { MadeApp } from "../../emulator/open-forge.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { openStep } from "./precompute-bench.ts";

const targets = ["acme/api", "acme/infra"];
const list = (name: string, status: number) => `GET /repos/${name}/actions/workflows ${status}`;

async function openWithWorkflows() {
  const step = await openStep({ targets });
  for (const name of targets) await step.addWorkflow(name, "ci.yml");
  return step;
}

describe("a second run with the same credential", () => {
  test("sends no request within a minute, and reports the same data and time", async () => {
    const step = await openWithWorkflows();
    const first = await step.run();
    step.pass(59);
    const second = await step.run();
    expect(second).toMatchObject({ asked: [], isKept: true, document: first.document });
  });

  test("sends requests again if the targets changed or the clock went back", async () => {
    const step = await openWithWorkflows();
    await step.run();
    step.write({ targets: ["acme/web", ...targets] });
    expect((await step.run()).asked).not.toEqual([]);
    for (const beyond of ["acme/web", "acme/none"]) {
      step.write({ targets: [...targets, beyond], caps: { repositories: 2, dispatches: 1 } });
      expect((await step.run()).document.beyondCap).toEqual([beyond]);
    }
    step.pass(-10);
    expect((await step.run()).asked).not.toEqual([]);
  });

  test("finds unchanged data after a minute without using REST capacity", async () => {
    const step = await openWithWorkflows();
    const first = await step.run();
    step.pass(61);
    const core = async () => (await step.rest("GET", "/rate_limit")).json.resources.core.used;
    const used = await core();
    const second = await step.run();
    expect(second.asked).toEqual([
      "POST /graphql 200",
      list("acme/api", 304),
      list("acme/infra", 304),
    ]);
    expect(second.requests.unchanged).toBe(2);
    expect((await core()) - used).toBe(0);
    expect(second.document.targets).toEqual(first.document.targets);
  });

  test("requests files again only for a head that has changed", async () => {
    const step = await openWithWorkflows();
    const first = await step.run();
    step.pass(61);
    await step.addWorkflow("acme/infra", "more.yml");
    const second = await step.run();
    expect(second.asked.filter((line) => line.startsWith("POST"))).toHaveLength(2);
    const files = (index: number) =>
      second.document.targets[index]?.repository?.workflows?.map(({ path }) => path);
    expect(files(0)).toEqual([".forge/workflows/ci.yml"]);
    expect(files(1)).toEqual([".forge/workflows/ci.yml", ".forge/workflows/more.yml"]);
    const head = first.document.targets[1]?.repository?.defaultBranch?.head;
    expect(second.document.targets[1]?.repository?.defaultBranch?.head).not.toBe(head);
  });
});

test("responses for one credential are not reused for another credential", async () => {
  const step = await openWithWorkflows();
  const first = await step.run();
  const second = await step.run({ CP_FORGE_TOKEN: await step.issue() });
  expect(second.asked).toEqual(first.asked);
  expect(second.requests.unchanged).toBe(0);
  expect(readdirSync(join(step.folder, "cache"))).toHaveLength(2);
});

test("an App's next token reuses the content of commits, but neither responses nor ETags", async () => {
  const step = await openWithWorkflows();
  const { appId: _id, installation, ...app } = await step.addReadApp();
  const mint = async () => {
    const path = `/app/installations/${installation}/access_tokens`;
    const body = { permissions: { actions: "read", contents: "read" } };
    const { json } = await step.rest("POST", path, { token: app.jwt(), body });
    return { ...app.env, CP_FORGE_READ_APP_TOKEN: String(json.token) };
  };
  await step.run(await mint());
  const next = await mint();
  const second = await step.run(next);
  expect(second.asked).toEqual([
    "POST /graphql 200",
    list("acme/api", 200),
    list("acme/infra", 200),
  ]);
  expect((await step.run(next)).asked).toEqual([]);
});

test("the cache is readable only by its owner, and contains no credential", async () => {
  const step = await openWithWorkflows();
  const { env } = await step.addReadApp();
  await step.run();
  await step.run(env);
  const cache = join(step.folder, "cache");
  expect(statSync(cache).mode & 0o777).toBe(0o700);
  expect(readdirSync(cache).map((name) => statSync(join(cache, name)).mode & 0o777)).toEqual([
    0o600, 0o600,
  ]);
  expect(await scanPaths([cache])).toMatchObject({ findings: [], notSearched: [], files: 2 });
});

test("redacts names that resemble credentials in the response, and caches nothing that contains them", async () => {
  const step = await openWithWorkflows();
  const name = `ghp_${"a1B2".repeat(9)}`;
  await step.addWorkflow("acme/api", "odd.yml", `name: ${name}`);
  const { document } = await step.run();
  expect(document.targets[0]).toMatchObject({
    state: "complete",
    repository: { workflows: [{ name: "CI" }, { name: "[secret]" }] },
  });
  expect(await scanPaths([join(step.folder, "cache")])).toMatchObject({ findings: [], files: 1 });
  step.pass(61);
  // The list of the other target is cached anyway.
  expect((await step.run()).asked).toEqual(
    expect.arrayContaining([list("acme/api", 200), list("acme/infra", 304)]),
  );
});

test("damaged data is ignored, and so is data that other users could have written", async () => {
  const step = await openWithWorkflows();
  await step.run();
  const cache = join(step.folder, "cache");
  const [file = ""] = readdirSync(cache);
  writeFileSync(join(cache, file), "{");
  expect((await step.run()).asked[0]).toBe("POST /graphql 200");
  chmodSync(join(cache, file), 0o620);
  expect((await step.run()).asked[0]).toBe("POST /graphql 200");
  expect((await step.run()).asked).toEqual([]);
});

describe("an existing cache directory", () => {
  test("keeps its permissions", async () => {
    const step = await openWithWorkflows();
    const cache = join(step.folder, "cache");
    mkdirSync(cache);
    chmodSync(cache, 0o755);
    await step.run();
    expect(statSync(cache).mode & 0o777).toBe(0o755);
    expect((await step.run()).asked).toEqual([]);
  });

  test.each([0o770, 0o707, 0o702])("is refused if others can write to it: %o", async (mode) => {
    const step = await openWithWorkflows();
    const cache = join(step.folder, "cache");
    mkdirSync(cache);
    chmodSync(cache, mode);
    const before = step.emulator.requests().length;
    await expect(step.run()).rejects.toMatchObject({
      exitCode: 2,
      hints: [{ command: expect.stringContaining("chmod go-w") as string }],
    });
    expect(step.emulator.requests()).toHaveLength(before);
    expect(statSync(cache).mode & 0o777).toBe(mode);
  });

  test("is refused if it is a file", async () => {
    const step = await openWithWorkflows();
    writeFileSync(join(step.folder, "cache"), "");
    await expect(step.run()).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe("the answer store", () => {
  const key = (token: string) => ({
    host: "forge.example",
    marks: { lasting: "read-app Iv1", exact: token, keepsEtags: true },
    home: "acme/control",
    question: "all",
    now: new Date("2026-03-01T10:00:00Z"),
  });
  const nothing = { document: undefined, heads: new Map(), installation: undefined };

  test("returns an ETag only for the token that received it", async () => {
    const folder = join(makeFolder("store"), "cache");
    const store = await openStore(folder, key("one"));
    const found = { etag: '"1"', text: "{}", headers: {} };
    store.representations.set("https://forge.example/a", found);
    await store.save(nothing);
    const again = await openStore(folder, key("one"));
    expect(again.representations.get("https://forge.example/a")?.etag).toBe('"1"');
    const next = await openStore(folder, key("two"));
    expect(next.representations.get("https://forge.example/a")).toBe(undefined);
  });

  test("omits only entries that resemble a credential", async () => {
    const folder = join(makeFolder("store"), "cache");
    const store = await openStore(folder, key("one"));
    const token = `ghp_${"a1B2".repeat(9)}`;
    const head = { id: 1, head: "a".repeat(40), files: ["ci.yml"] };
    const heads = new Map([
      ["acme/api", head],
      ["acme/web", { ...head, files: [`${token}.yml`] }],
    ]);
    for (const [name, etag, text] of [
      ["a", '"1"', "{}"],
      ["b", `"${token}"`, "{}"],
      ["c", '"1"', `{"a":"\\u0067${token.slice(1)}"}`],
    ] as const) {
      store.representations.set(name, { etag, text, headers: {} });
    }
    await store.save({ ...nothing, heads });
    const again = await openStore(folder, key("one"));
    expect([...again.heads.keys()]).toEqual(["acme/api"]);
    expect(again.representations.get("a")?.etag).toBe('"1"');
    expect(again.representations.get("c")).toBe(undefined);
    expect(await scanPaths([folder])).toMatchObject({ findings: [], files: 1 });
  });
});

/** Returns the requests that the forge counted for the App and for its installation. */
async function readUnits(
  { rest }: Awaited<ReturnType<typeof openStep>>,
  { app, installation }: { readonly app: Pick<MadeApp, "jwt">; readonly installation: number },
) {
  const path = `/app/installations/${installation}/access_tokens`;
  const { json } = await rest("POST", path, { token: app.jwt() });
  const of = async (token: string) => (await rest("GET", "/rate_limit", { token })).json.resources;
  const [own, minted] = [await of(app.jwt()), await of(json.token)];
  return { rest: own.core.used + minted.core.used, points: minted.graphql.used };
}

describe("a thousand targets", () => {
  test("need eleven requests with an App's key and ID, and four on the next run", async () => {
    const step = await openStep({ packages: [] });
    const { env, installation, ...app } = await step.addReadApp();
    const readUsed = () => readUnits(step, { app, installation });
    await step.addMany(1000, { ".forge/workflows/ci.yml": "name: CI" });
    const nothing = await readUsed();
    const cold = await step.run(env);
    expect(cold.document.targets.map(({ state }) => state)).toEqual(Array(1000).fill("complete"));
    expect(cold.asked.map((line) => line.split(" ")[0])).toEqual([
      "GET",
      ...Array<string>(9).fill("POST"),
      "DELETE",
    ]);
    step.pass(61);
    const before = await readUsed();
    const warm = await step.run(env);
    const after = await readUsed();
    expect(warm.document.targets).toEqual(cold.document.targets);
    expect(warm.asked.map((line) => line.split(" ")[0])).toEqual([
      "POST",
      "POST",
      "POST",
      "DELETE",
    ]);
    // The three requests find the installation, mint the token and revoke it. Each reading mints
    // its own token.
    expect(before.rest - nothing.rest - 1).toBe(3);
    expect(before.points - nothing.points).toBe(8);
    expect(after.rest - before.rest - 1).toBe(2);
    expect(after.points - before.points).toBe(2);
  });

  test("need eight requests with a token, and no REST capacity", async () => {
    const step = await openStep({ packages: [] });
    await step.addMany(1000);
    const readUsed = async () => (await step.rest("GET", "/rate_limit")).json.resources;
    const before = await readUsed();
    const cold = await step.run();
    expect(cold.asked).toEqual(Array(8).fill("POST /graphql 200"));
    step.pass(61);
    expect((await step.run()).asked).toEqual(Array(2).fill("POST /graphql 200"));
    const { core, graphql } = await readUsed();
    expect(core.used - before.core.used).toBe(0);
    expect(graphql.used - before.graphql.used).toBe(8 + 2);
  });
});

test("the cache can be a relative link to a directory of the same user", async () => {
  const folder = makeFolder("cache");
  mkdirSync(join(folder, "real"), { mode: 0o700 });
  symlinkSync("real", join(folder, "link"));
  const marks = { lasting: "app", exact: "token", keepsEtags: true };
  const key = {
    host: "forge.example",
    marks,
    home: "acme/control",
    question: "?",
    now: new Date(),
  };
  const store = await openStore(relative(process.cwd(), join(folder, "link")), key);
  await store.save({ document: undefined, heads: new Map(), installation: 7 });
  expect(readdirSync(join(folder, "real"))).toHaveLength(1);
});
