import { expect, test } from "vitest";
import { createControlMemory } from "../../../src/plane/repository/repository-cache.ts";
import { findNames } from "../../../src/plane/setup/app-names-seen.ts";
import { openBench } from "../../forge/forge-bench.ts";
import { createApp } from "../../emulator/open-forge.ts";
import { repository } from "../control-plane-bench.ts";

async function openNames() {
  const bench = await openBench();
  const client = () => Promise.resolve(bench.client);
  const memory = createControlMemory(client, repository);
  const names = findNames(client, memory);
  let before = 0;
  const asked = () => {
    const sent = bench.emulator.requests().slice(before);
    before += sent.length;
    return sent.map(({ path }) => path);
  };
  return { ...bench, ...names, memory, asked };
}

test("a recent check of a name is reused once, and then repeated", async () => {
  const { findApp, findHolder, memory, asked } = await openNames();
  await memory.read({ paths: [], accounts: ["free"] });
  await findApp("free");
  asked();
  expect(await findHolder("free")).toBeUndefined();
  expect(asked()).toEqual(["/users/free%5Bbot%5D"]);
  expect(await findHolder("free")).toBeUndefined();
  expect(asked()).toEqual(["/apps/free", "/users/free%5Bbot%5D", "/users/free"]);
});

test("an App that was created after the first check is found by the second check", async () => {
  const bench = await openNames();
  const { findApp, findHolder } = bench;
  await findApp("taken");
  expect(await findHolder("taken")).toBeUndefined();
  await createApp(bench, { name: "taken" });
  expect(await findHolder("taken")).toMatchObject({ kind: "app" });
});

test("the snapshot shows whether an account has the requested name", async () => {
  const { findApp, findHolder, memory, asked } = await openNames();
  await memory.read({ paths: [], accounts: ["mona"] });
  await findApp("mona");
  asked();
  expect(await findHolder("mona")).toEqual({ kind: "account", login: "mona" });
  expect(asked()).toEqual(["/users/mona%5Bbot%5D"]);
});
