import { expect, test } from "vitest";
import { createControlMemory } from "../../../src/plane/repository/repository-cache.ts";
import { repository } from "../control-plane-bench.ts";
import { openBench } from "../../forge/forge-bench.ts";

const path = ".forge/control-plane.json";

async function openMemory() {
  const bench = await openBench();
  const put = async (text: string, sha?: string) => {
    const content = Buffer.from(text).toString("base64");
    const body = { message: "Write it", content, ...(sha !== undefined && { sha }) };
    await bench.rest("PUT", `/repos/acme/control/contents/${path}`, { body });
  };
  await put("one");
  const clock = { now: Date.parse("2026-01-01T00:00:00Z") };
  const speaks = () => Promise.resolve(bench.client);
  const memory = createControlMemory(speaks, repository, () => new Date(clock.now));
  const before = bench.emulator.requests().length;
  const asked = () =>
    bench.emulator
      .requests()
      .slice(before)
      .filter(({ method }) => method !== "PUT")
      .map((each) => each.path.replace("/repos/acme/control", "…"));
  /** Advances the clock by the time that an operator needs for some answers. */
  const sit = () => void (clock.now += 61_000);
  return { ...bench, memory, asked, put, sit };
}

test("uses the snapshot of a file once; a second read requests the file again", async () => {
  const { memory, asked, put } = await openMemory();
  await memory.read({ paths: [path] });
  const first = await memory.files.read(path);
  expect(first?.text).toBe("one");
  expect(asked()).toEqual(["/graphql"]);
  await put("two", first?.sha);
  expect((await memory.files.last(path))?.text).toBe("one");
  expect((await memory.files.read(path))?.text).toBe("two");
  expect((await memory.files.last(path))?.text).toBe("two");
  expect(asked()).toEqual(["/graphql", `…/contents/${path}`]);
});

test("reads a file again if its snapshot is older than the operator's answers", async () => {
  const { memory, put, sit } = await openMemory();
  const snapshot = await memory.read({ paths: [path] });
  await put("two", snapshot?.files.get(path)?.sha);
  sit();
  expect((await memory.files.read(path))?.text).toBe("two");
});

test("reads data again for a check if the data is older than the operator's answers", async () => {
  const { memory, put, sit } = await openMemory();
  const file = await memory.files.last(path);
  await memory.secrets.last();
  await put("two", file?.sha);
  expect((await memory.files.last(path))?.text).toBe("one");
  sit();
  expect((await memory.files.last(path))?.text).toBe("two");
});

test("requests an environment that is not in the snapshot", async () => {
  const { memory, sit } = await openMemory();
  await memory.read({ paths: [], environments: "reported" });
  expect(await memory.lacksEnvironment("prod")).toBe(true);
  sit();
  expect(await memory.lacksEnvironment("prod")).toBe(false);
});

test("caches the content of a written file", async () => {
  const { memory, asked } = await openMemory();
  memory.files.wrote(path, { text: "mine", sha: "0123" });
  expect((await memory.files.last(path))?.text).toBe("mine");
  expect(asked()).toEqual([]);
});

test("requests each object separately, once, if no snapshot was read", async () => {
  const { memory, asked } = await openMemory();
  expect(await memory.seen()).toBeUndefined();
  for (let count = 0; count < 2; count += 1) {
    await memory.files.last(path);
    await memory.variables.last();
    await memory.secrets.last();
    await memory.installations.last();
    await memory.billing.last();
    expect(await memory.lacksEnvironment("prod")).toBe(false);
  }
  expect(asked()).toEqual([
    `…/contents/${path}`,
    "…/actions/variables",
    "…/actions/secrets",
    "/orgs/acme/installations",
    "/orgs/acme/copilot/billing",
  ]);
});

test("returns the current state in a second snapshot", async () => {
  const { memory, rest } = await openMemory();
  expect((await memory.read({ paths: [] }))?.repository.isArchived).toBe(false);
  await rest("PATCH", "/repos/acme/control", { body: { archived: true } });
  expect((await memory.read({ paths: [] }))?.repository.isArchived).toBe(true);
  expect((await memory.seen())?.repository.isArchived).toBe(true);
});

test("discards the cached list of environments when an environment is created", async () => {
  const { memory, rest } = await openMemory();
  await rest("PUT", "/repos/acme/control/environments/Another", { body: {} });
  await memory.read({ paths: [], environments: "reported" });
  expect(await memory.lacksEnvironment("prod")).toBe(true);
  expect(await memory.lacksEnvironment("ANOTHER")).toBe(false);
  memory.forgetEnvironments();
  expect(await memory.lacksEnvironment("prod")).toBe(false);
});
