import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installProgram } from "./installed-program.ts";
import { good, openDefinitions, pinned } from "./open-definitions.ts";

const openRepository = openDefinitions(installProgram());
const bad = "---\nname: probe\nengin: x\n---\nLook.\n";
const warned = "---\nname: probe\nengine: {args: [-p]}\n---\nLook.\n";

interface Printed {
  readonly files: readonly {
    readonly source: string;
    readonly output: string | null;
    readonly differs?: boolean | null;
    readonly errors: readonly { readonly message: string }[];
  }[];
}
const read = (text: string) => JSON.parse(text) as Printed;

test("a fault that prevents the compilation of one file is an error of that file, and the others are compiled", async () => {
  const { folder, run } = openRepository({
    "two/a.md": good,
    "two/b.md": good,
    "two/b.yml": "a: b\n",
    "two/c.md": good,
    "two/d.md": good,
    "two/d.yml/x": "",
  });
  const ended = await run(["compile", "two", "--json"]);
  expect(ended.code).toBe(2);
  const reported = read(ended.out).files.map(({ source, output, errors }) => [
    source,
    output,
    errors.map(({ message }) => message),
  ]);
  expect(reported).toEqual([
    ["two/a.md", "two/a.yml", []],
    ["two/b.md", null, ["two/b.yml was not made by gatehouse. It was not changed"]],
    ["two/c.md", "two/c.yml", []],
    ["two/d.md", null, ["two/d.yml is a directory. It was not changed"]],
  ]);
  expect(existsSync(join(folder, "two/c.yml"))).toBe(true);
});

test("explain reports faults like compile, also as JSON", async () => {
  const { run } = openRepository({ "agents/probe.md": bad });
  const ended = await run(["explain", "agents/probe.md", "--json"]);
  expect(ended.code).toBe(2);
  const [file] = read(ended.out).files;
  expect(file).toMatchObject({ source: "agents/probe.md", output: null });
  expect(file?.errors).toHaveLength(1);
});

test("explain accepts one definition and suggests the command for one", async () => {
  const { run } = openRepository({ "my agents/probe.md": good, "my agents/other.md": good });
  const { code, err } = await run(["explain", "my agents"]);
  expect(code).toBe(2);
  expect(err).toContain("my agents is a directory");
  expect(err).toContain("gatehouse explain 'my agents/other.md'");
  expect((await run(["explain", "my agents/other.md"])).code).toBe(0);
});

test("--stdout prints only the pipeline; findings go to standard error", async () => {
  const { run, write } = openRepository({ "agents/probe.md": warned, "gatehouse.json": pinned });
  const ended = await run(["compile", "--stdout"]);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.out).toMatch(/^# Made by gatehouse /);
  expect(ended.err).toContain("agents/probe.md has 1 warning");
  write("agents/probe.md", bad);
  const wrong = await run(["compile", "--stdout"]);
  expect(wrong).toMatchObject({ code: 2, out: "" });
  expect(wrong.err).toContain('3:1 engin: "engin" is not a key of the definition');
});

test.each([["--json"], ["--watch"], ["--check"]])(
  "--stdout does not go with %s",
  async (option) => {
    const { run } = openRepository();
    const { code, out, err } = await run(["compile", "--stdout", option]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`--stdout and ${option} cannot be used together.`);
  },
);

test("a folder without a definition is not all well", async () => {
  const { folder, run } = openRepository({ "empty/README.md": "Nothing.\n" });
  for (const more of [[], ["--check"]]) {
    const { code, err } = await run(["compile", "empty", ...more]);
    expect(code).toBe(2);
    expect(err).toContain("No definition found in empty.");
  }
  expect(existsSync(join(folder, "empty/README.yml"))).toBe(false);
});

test("--check reports for each file whether it differs, also as JSON", async () => {
  const { run, write } = openRepository({ "agents/a.md": good, "agents/b.md": good });
  await run(["compile"]);
  write("agents/b.md", `${good}More.\n`);
  write("agents/c.md", bad);
  const { code, out } = await run(["compile", "--check", "--json"]);
  expect(code).toBe(2);
  expect(read(out).files.map(({ differs }) => differs)).toEqual([false, true, null]);
});

const locations = [
  ["a pipe", (path: string) => void execFileSync("mkfifo", [path]), "it is not a regular file"],
  [
    "an endless device",
    (path: string) => symlinkSync("/dev/zero", path),
    "it is not a regular file",
  ],
  ["a directory", (path: string) => mkdirSync(path), "it is a directory"],
] as const;

test.each(locations.slice(0, 2))("a definition that is %s is refused in words", async (_, make) => {
  const { folder, run } = openRepository({ "agents/other.md": good });
  make(join(folder, "agents/probe.md"));
  const { code, out } = await run(["compile", "agents/other.md", "agents/probe.md"]);
  expect(out).toContain("agents/other.md → agents/other.yml");
  expect(out).toContain("1:1 Could not read agents/probe.md: it is not a regular file");
  expect(code).toBe(2);
});

test.each(locations)("settings that are %s are refused in words", async (_, make, reason) => {
  const { folder, run } = openRepository();
  make(join(folder, "gatehouse.json"));
  const { code, err } = await run(["compile"]);
  expect(err).toContain(reason);
  expect(code).toBe(2);
});

test("a file that is too large is not even read", async () => {
  const { folder, run } = openRepository();
  const path = join(folder, "agents/probe.md");
  truncateSync(path, 2 ** 41);
  const { code, out } = await run(["compile", path]);
  expect(out).toContain("2097152.0 MB; the maximum is 1 MB");
  expect(code).toBe(2);
});

test.each([
  ["/proc/none/x.yml", "Could not write /proc/none/x.yml: part of the path does not exist"],
  [`${"a".repeat(300)}.yml`, "aaa.yml: the name is too long"],
  [
    "agents/probe.md/x.yml",
    "Could not write agents/probe.md/x.yml: part of the path is not a directory",
  ],
])("-o in a place that cannot be made is refused in words: %s", async (output, message) => {
  const { run } = openRepository();
  const { code, out } = await run(["compile", "agents/probe.md", "-o", output]);
  expect(code).toBe(2);
  expect(out).toContain(message);
});

test("a definition in a folder that cannot be made is refused in words", async () => {
  const { run } = openRepository();
  const { code, err } = await run(["new", "probe", "--folder", "/proc/none"]);
  expect(err).toContain("✖ Could not write /proc/none/probe.md: part of the path does not exist.");
  expect(code).toBe(5);
});

test("a name with an invisible character is rejected, and reported without it", async () => {
  const { folder, run } = openRepository({ "agents/good.md": good });
  writeFileSync(join(folder, "agents/a\nb.md"), good);
  const { code, out } = await run(["compile"]);
  expect(code).toBe(2);
  expect(out).toContain("The path contains an invisible character");
  expect(out).toContain("agents/good.md → agents/good.yml");
  const made = await run(["new", "probe", "--folder", "my\u001bagents"]);
  expect(existsSync(join(folder, "my\u001bagents"))).toBe(false);
  expect(made.code).toBe(2);
  expect(made.err).toContain("The path contains an invisible character");
});

test("an error in settings without a key is reported without a gap in the text", async () => {
  const { run } = openRepository({ "agents/probe.md": good, "gatehouse.json": "[]" });
  expect((await run(["compile"])).err).toMatch(
    /✖ gatehouse\.json is invalid: 1:1 is a list; the settings must be a map of keys and values\./,
  );
});
