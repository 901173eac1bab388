import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";
import { good, openDefinitions } from "./open-definitions.ts";

const program = installProgram();
const openRepository = openDefinitions(program);

test("a pipeline is the same from the parent, from a child, by an absolute path and through a link", async () => {
  const { folder, run, read } = openRepository({
    "agents/probe.md": good,
    "gatehouse.json": '{ "node": "none", "brand": "github" }',
  });
  await run(["compile"]);
  const text = read("agents/probe.yml");
  expect(text).toContain("from agents/probe.md.");
  const elsewhere = makeFolder("elsewhere");
  symlinkSync(folder, join(elsewhere, "linked"));
  const ways = [
    [join(basename(folder), "agents/probe.md"), dirname(folder)],
    ["probe.md", join(folder, "agents")],
    [join(folder, "agents/probe.md"), elsewhere],
    ["linked/agents/probe.md", elsewhere],
  ] as const;
  for (const [path, from] of ways) {
    expect((await run(["compile", path, "--stdout"], from)).out).toBe(text);
    expect(await run(["compile", path, "--check"], from)).toMatchObject({ code: 0 });
  }
});

test("each of several repositories has its own settings", async () => {
  const folder = makeFolder("repositories");
  for (const [name, settings] of [
    ["one", '{ "node": "none" }'],
    ["two", '{ "node": "20.x" }'],
  ] as const) {
    mkdirSync(join(folder, name, ".git"), { recursive: true });
    writeFileSync(join(folder, name, "gatehouse.json"), settings);
    writeFileSync(join(folder, name, "probe.md"), good);
  }
  expect((await program.run(["compile", "one", "two"], { cwd: folder })).code).toBe(0);
  expect(readFileSync(join(folder, "one/probe.yml"), "utf8")).not.toContain("NodeTool");
  expect(readFileSync(join(folder, "two/probe.yml"), "utf8")).toContain("20.x");
});

test("outside a repository a definition is named from the working folder, however it is asked for", async () => {
  const folder = makeFolder("no-repository");
  mkdirSync(join(folder, "agents"));
  writeFileSync(join(folder, "agents/..probe.md"), good);
  const compile = async (path: string, cwd = folder) =>
    (await program.run(["compile", path, "--stdout"], { cwd })).out.split("\n")[0];
  const named = await compile("agents/..probe.md");
  expect(named).toContain("from agents/..probe.md.");
  expect(await compile(join(folder, "agents/..probe.md"))).toBe(named);
  expect(await compile("../agents/..probe.md", join(folder, "agents"))).toContain(
    "from ..probe.md.",
  );
  expect(await compile(join(folder, "agents/..probe.md"), makeFolder("other"))).toContain(
    "from ..probe.md.",
  );
});

test("a definition that is named twice is compiled once", async () => {
  const { run } = openRepository();
  const { out } = await run(["compile", "agents/probe.md", "./agents/probe.md", "agents"]);
  expect(out).toBe(" ✔ agents/probe.md → agents/probe.yml\n");
});

test("a pipeline of another definition is left as it is", async () => {
  const { run, read } = openRepository({ "agents/probe.md": good, "agents/other.md": good });
  await run(["compile"]);
  const before = read("agents/probe.yml");
  const ended = await run(["compile", "agents/other.md", "-o", "agents/probe.yml"]);
  expect(ended.code).toBe(2);
  expect(ended.out).toContain("agents/probe.yml is the pipeline of agents/probe.md");
  expect(read("agents/probe.yml")).toBe(before);
});

test("what says somewhere that gatehouse made it was not made by it", async () => {
  const text = 'a: b\n# @gatehouse source="agents/probe.md" version=0.1.0\n';
  const { run, read } = openRepository({ "agents/probe.md": good, "agents/probe.yml": text });
  expect((await run(["compile"])).out).toContain("was not made by gatehouse");
  expect(read("agents/probe.yml")).toBe(text);
});

test("no link is written through, or replaced", async () => {
  const { folder, run, read } = openRepository();
  await run(["compile"]);
  const before = read("agents/probe.yml");
  symlinkSync("agents/probe.yml", join(folder, "link.yml"));
  symlinkSync("nowhere", join(folder, "dangling.yml"));
  for (const name of ["link.yml", "dangling.yml"]) {
    const { code, out } = await run(["compile", "agents/probe.md", "-o", name]);
    expect(code).toBe(2);
    expect(out).toContain(`${name} is a symbolic link, and is left as it is`);
    expect(out).toContain("--stdout");
    expect(lstatSync(join(folder, name)).isSymbolicLink()).toBe(true);
  }
  expect(read("agents/probe.yml")).toBe(before);
});

test("a new definition replaces no link that leads nowhere", async () => {
  const { folder, run } = openRepository();
  symlinkSync("nowhere.md", join(folder, "agents/new.md"));
  expect((await run(["new", "new"])).code).toBe(2);
  expect(lstatSync(join(folder, "agents/new.md")).isSymbolicLink()).toBe(true);
  expect(existsSync(join(folder, "agents/nowhere.md"))).toBe(false);
});
