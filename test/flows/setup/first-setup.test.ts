import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBench, repository } from "./bench.ts";

test("a first setup creates two Apps, each on the control repository only", async () => {
  const bench = await openBench();
  const { outcome, error } = await bench.setUp();
  expect(error).toBeUndefined();
  expect(outcome?.apps.map(({ role, installation }) => [role, installation])).toEqual([
    ["read", "proved"],
    ["write", "proved"],
  ]);
  const apps = await bench.apps();
  expect(apps.map(({ slug, installations }) => [slug, installations])).toMatchObject([
    ["gatehouse-acme-control-read", [{ selection: "selected", repositories: [repository.full] }]],
    ["gatehouse-acme-control-write", [{ selection: "selected", repositories: [repository.full] }]],
  ]);
  expect(await bench.stored()).toEqual({
    CP_FORGE_READ_APP_ID: apps[0]?.clientId,
    CP_FORGE_READ_APP_PRIVATE_KEY: "set",
    CP_FORGE_WRITE_APP_ID: apps[1]?.clientId,
    CP_FORGE_WRITE_APP_PRIVATE_KEY: "set",
  });
});

test("a rerun checks complete parts, creates nothing and asks nothing", async () => {
  const bench = await openBench();
  await bench.setUp();
  const before = [await bench.apps(), await bench.stored()];
  const count = bench.emulator.requests().length;
  const { outcome, asked } = await bench.setUp();
  expect(outcome?.apps.every(({ installation }) => installation === "proved")).toBe(true);
  expect(asked).toEqual([]);
  expect([await bench.apps(), await bench.stored()]).toEqual(before);
  const sent = bench.emulator.requests().slice(count);
  const changes = ({ method, path }: (typeof sent)[number]) =>
    method !== "GET" && path !== "/graphql";
  expect(sent.filter((each) => changes(each) && each.who !== "control")).toEqual([]);
});

test("the journal contains key ids but no key", async () => {
  const bench = await openBench();
  await bench.setUp();
  const journal = readFileSync(join(bench.folder, "journal.json"), "utf8");
  expect(journal).toContain("secret ");
  expect(journal).not.toContain("PRIVATE KEY-----");
  expect(journal).not.toMatch(/gh[os]_/);
});

test("without a journal, a rerun on another machine leaves unprovable facts unknown", async () => {
  const bench = await openBench();
  await bench.setUp();
  bench.forgetJournal();
  const answers = { "failure:read-proof": "leave", "failure:write-proof": "leave" };
  const { outcome } = await bench.setUp({ answers });
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["unknown", "unknown"]);
  expect(await bench.apps()).toHaveLength(2);
});

test("without a journal, a key of the App proves its installation", async () => {
  const bench = await openBench();
  await bench.setUp();
  bench.forgetJournal();
  const prove = async (role: string) => ({
    [`failure:${role}-proof`]: "key",
    [`${role}-key-from`]: "file",
    [`${role}-key-file`]: await bench.saveKey(`gatehouse-acme-control-${role}`),
  });
  const answers = { ...(await prove("read")), ...(await prove("write")) };
  const { outcome } = await bench.setUp({ answers });
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
});

test("Back does not return past a completed step", async () => {
  const bench = await openBench();
  const { asked } = await bench.setUp();
  const backAt = Object.fromEntries(asked.map(({ id, canGoBack }) => [id, canGoBack]));
  expect(backAt).toEqual({
    scope: false,
    "read-plan": true,
    "read-app-name": true,
    "read-app-how": true,
    // The read App exists.
    "write-plan": false,
    "write-app-name": true,
    "write-app-how": true,
    firewall: false,
    engine: true,
  });
});
