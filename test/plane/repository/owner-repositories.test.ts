import { expect, test } from "vitest";
import { createControlMemory } from "../../../src/plane/repository/repository-cache.ts";
import { cacheOwnerRepositories } from "../../../src/plane/repository/owner-repositories.ts";
import type { ForgeClient } from "../../../src/forge/client.ts";
import { repository } from "../control-plane-bench.ts";
import { openBench } from "../../forge/forge-bench.ts";

async function openOwnerRepositories(ownerRepositories: "reported" | "left out" = "reported") {
  const bench = await openBench();
  const client = () => Promise.resolve(bench.client);
  const clock = { now: Date.parse("2026-01-01T00:00:00Z") };
  const memory = createControlMemory(client, repository, () => new Date(clock.now));
  const read = () => memory.read({ paths: [], ownerRepositories });
  const asked = () => bench.emulator.requests().map(({ method, path }) => `${method} ${path}`);
  const sit = () => void (clock.now += 61_000);
  return { ...bench, ...cacheOwnerRepositories(client, "acme", memory), read, asked, sit };
}

test("the owner's repositories are read from the snapshot, or otherwise from the forge's list", async () => {
  const { list, read, asked } = await openOwnerRepositories();
  const listed = await list();
  expect(asked()).toEqual(["GET /user/repos"]);
  await read();
  expect(await list()).toEqual(listed);
  expect(asked()).toEqual(["GET /user/repos", "POST /graphql"]);
  expect(listed.entries).toContain("acme/web");
  expect(listed.entries.filter((name) => !name.startsWith("acme/"))).toEqual([]);
  expect(listed.cutShort).toBeUndefined();
});

test("are empty, with the reason, if the forge does not list them; a bug is thrown", async () => {
  const { list, emulator } = await openOwnerRepositories();
  emulator.setFaults([{ on: "GET /**", times: 0, play: { kind: "rate-limited" } }]);
  const { entries, cutShort } = await list();
  expect(entries).toEqual([]);
  expect(cutShort).toMatch(/^The API rejected GET .*[^.]$/);
  const broken = { request: () => Promise.reject(new TypeError("a bug")) };
  const none = () => Promise.resolve(undefined);
  const client = () => Promise.resolve(broken as unknown as ForgeClient);
  const memory = { seen: none, fresh: none };
  await expect(cacheOwnerRepositories(client, "acme", memory).list()).rejects.toThrow("a bug");
});

test("a visibility is requested again if its snapshot is older than the operator's answers", async () => {
  const { factsOf, read, sit, client } = await openOwnerRepositories();
  await read();
  await client.request("PATCH", "/repos/acme/web", { body: { visibility: "private" } });
  sit();
  const facts = await factsOf(["acme/web"]);
  expect(facts.get("acme/web")?.visibility).toBe("private");
});

test("data in the snapshot is not requested, and all other data is requested once", async () => {
  const { factsOf, read, asked } = await openOwnerRepositories();
  await read();
  const facts = await factsOf(["ACME/web", "acme/infra", "mona/notes", "acme/none"]);
  expect([...facts].map(([name, { visibility }]) => [name, visibility])).toEqual([
    ["ACME/web", "public"],
    ["acme/infra", "internal"],
    ["mona/notes", "private"],
  ]);
  expect(asked()).toEqual(["POST /graphql", "POST /graphql"]);
  expect((await factsOf(["mona/notes"])).size).toBe(1);
  expect(asked()).toHaveLength(2);
});
