import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installProgram } from "./installed-program.ts";
import { good, openDefinitions, pinned } from "./open-definitions.ts";

const openRepository = openDefinitions(installProgram());

test("a new definition compiles without edits, and prints a summary of itself", async () => {
  const { run, read } = openRepository({ "gatehouse.json": pinned });
  const made = await run(["new", "probe"]);
  expect(made.out).toContain("gatehouse compile agents/probe.md");
  expect(await run(["compile"])).toMatchObject({
    code: 0,
    out: " ✔ agents/probe.md → agents/probe.yml\n",
    err: "",
  });
  expect(read("agents/probe.yml")).toMatch(/^# Made by gatehouse [\d.]+ from agents\/probe\.md\./);
  expect((await run(["new", "probe"])).code).toBe(2);
});

test("the pipeline does not depend on the directory or the form of the path", async () => {
  const { folder, run, read } = openRepository();
  await run(["compile"]);
  const text = read("agents/probe.yml");
  const below = await run(["compile", "probe.md", "--stdout"], join(folder, "agents"));
  expect(below.out).toBe(text);
  await run(["compile", join(folder, "agents"), "-o", "other.yml"]);
  expect(read("other.yml")).toBe(text);
});

test("an unchanged pipeline keeps its modification time", async () => {
  const { folder, run } = openRepository();
  await run(["compile"]);
  const before = statSync(join(folder, "agents/probe.yml")).mtimeMs;
  expect((await run(["compile"])).out).toContain("is unchanged");
  expect(statSync(join(folder, "agents/probe.yml")).mtimeMs).toBe(before);
});

test("a definition and its pipeline are readable by all users", async () => {
  const { folder, run } = openRepository({});
  await run(["new", "probe"]);
  await run(["compile"]);
  const modes = ["agents", "agents/probe.md", "agents/probe.yml"].map(
    (name) => statSync(join(folder, name)).mode & 0o777,
  );
  const mask = process.umask();
  expect(modes).toEqual([0o777 & ~mask, 0o644 & ~mask, 0o644 & ~mask]);
});

test("--check reports differences, writes nothing, and exits with 5", async () => {
  const { folder, run, read } = openRepository();
  expect((await run(["compile", "--check"])).code).toBe(5);
  expect(existsSync(join(folder, "agents/probe.yml"))).toBe(false);
  await run(["compile"]);
  expect((await run(["compile", "--check"])).code).toBe(0);
  const before = read("agents/probe.yml");
  writeFileSync(join(folder, "agents/probe.yml"), before.replace("ubuntu-24.04", "ubuntu-22.04"));
  const found = await run(["compile", "--check"]);
  expect(found.code).toBe(5);
  expect(found.out).toContain("-     vmImage: ubuntu-22.04");
  expect(found.out).toContain("+     vmImage: ubuntu-24.04");
  writeFileSync(join(folder, "agents/probe.yml"), before.replaceAll("\n", "\r\n"));
  expect((await run(["compile", "--check"])).code).toBe(0);
});

test("if a definition has errors, the old pipeline is kept, and every error is reported with its position", async () => {
  const { folder, run, read } = openRepository();
  await run(["compile"]);
  const before = read("agents/probe.yml");
  writeFileSync(
    join(folder, "agents/probe.md"),
    "---\nname: probe\nengin: x\npool: {}\n---\nLook.\n",
  );
  const found = await run(["compile", "--json"]);
  expect(found.code).toBe(2);
  expect(JSON.parse(found.out)).toEqual({
    files: [
      {
        source: "agents/probe.md",
        output: null,
        errors: [
          {
            path: "engin",
            line: 3,
            column: 1,
            message: '"engin" is not a key of the definition',
            hint: expect.stringContaining('Did you mean "engine"?') as string,
          },
          {
            path: "pool",
            line: 4,
            column: 1,
            message: 'has neither "vmImage" nor "name"',
            hint: expect.any(String) as string,
          },
        ],
        warnings: [],
      },
    ],
  });
  expect(read("agents/probe.yml")).toBe(before);
});

test("hosts that the firewall would refuse are reported at compile time, together with all other errors", async () => {
  const text = `---
name: probe
engine:
  provider: { base-url: "https://co.uk/v1" }
network:
  allowed: [crates.io, "*.co.uk", "*.example.io", machine]
  urls: ["https://*.com/**", "https://*.example.com/**"]
extra: 1
---
Look.
`;
  const { run } = openRepository({ "agents/probe.md": text });
  const compiled = await run(["compile", "--json"]);
  const [file] = (JSON.parse(compiled.out) as { files: { errors: { message: string }[] }[] }).files;
  const broad = "is too broad";
  expect(file?.errors).toMatchObject([
    { path: "engine.provider.base-url", line: 4, message: expect.stringContaining(broad) },
    {
      path: "network.allowed[1]",
      line: 6,
      column: 24,
      message:
        '"*.co.uk" is too broad: co.uk is a public suffix, under which anyone can register a name',
    },
    { path: "network.urls[0]", line: 7, message: expect.stringContaining(broad) },
    { path: "extra", line: 8 },
  ]);
  expect((await run(["compile", "--check"])).code).toBe(2);
  expect((await run(["explain", "agents/probe.md"])).out).toContain("*.co.uk");
});

test("--strict treats warnings as errors", async () => {
  const { run } = openRepository({
    "agents/probe.md": "---\nname: probe\nengine: {args: [-p]}\n---\nLook.\n",
  });
  expect((await run(["compile", "--stdout"])).code).toBe(0);
  expect((await run(["compile", "--strict"])).code).toBe(2);
});

test("a file that gatehouse did not generate is not overwritten", async () => {
  const { run, read } = openRepository({ "agents/probe.md": good, "agents/probe.yml": "a: b\n" });
  const ended = await run(["compile"]);
  expect(ended.code).toBe(2);
  expect(ended.out).toContain("was not generated by gatehouse");
  expect(read("agents/probe.yml")).toBe("a: b\n");
});

test("the settings of the repository apply, and errors in the settings are reported", async () => {
  const { folder, run } = openRepository();
  writeFileSync(join(folder, "gatehouse.json"), '{ "node": "none", "brand": "github" }');
  const { out } = await run(["compile", "--stdout"]);
  expect(out).not.toContain("NodeTool");
  expect(out).toContain("GITHUB_TOKEN: $(GITHUB_TOKEN)");
  writeFileSync(join(folder, "gatehouse.json"), '{\n  "nod": "none" }');
  const wrong = await run(["compile"]);
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain(
    '✖ gatehouse.json is invalid: 2:3 nod "nod" is not a key of the settings.',
  );
});

test("a missing path and options that cannot be used together are refused", async () => {
  const { run } = openRepository();
  expect((await run(["compile", "nowhere.md"])).err).toContain("✖ Not found: nowhere.md.");
  expect((await run(["compile", "--stdout", "-o", "x"])).err).toContain("cannot be used together");
});

test("explain shows which secret reaches which step", async () => {
  const { run } = openRepository();
  const { out } = await run(["explain", "agents/probe.md"]);
  expect(out).toMatch(
    /^ *Agent\n +STEP +SECRET +WHY\n ! Run the agent +FORGE_TOKEN, secret variable +the engine/m,
  );
  expect(out).toContain("✔ SafeOutputs: no secret reaches it");
  const { secrets } = JSON.parse((await run(["explain", "agents/probe.md", "--json"])).out) as {
    secrets: readonly { job: string; secret: string }[];
  };
  expect(secrets.map(({ job, secret }) => `${job} ${secret}`)).toEqual([
    "Agent FORGE_TOKEN",
    "Detection FORGE_TOKEN",
  ]);
});

test("schema prints the JSON schema for editors", async () => {
  const { run } = openRepository();
  const schema = JSON.parse((await run(["schema"])).out) as { properties: object };
  expect(Object.keys(schema.properties)).toContain("safe-outputs");
  const own = JSON.parse((await run(["schema", "--settings"])).out) as { properties: object };
  expect(Object.keys(own.properties)).toContain("gatehouse");
});

test("a new definition uses the repository's naming convention, and the printed command compiles it", async () => {
  const { folder, run, read } = openRepository({ ".github/CODEOWNERS": "" });
  const made = await run(["new", "probe", "--folder", "my agents; x"]);
  const [, line = ""] = /^\s+gatehouse (compile .*)$/m.exec(made.out) ?? [];
  expect(line).toBe("compile 'my agents; x/probe.md'");
  expect(read("my agents; x/probe.md")).toContain("copilot");
  expect((await run(["compile", "my agents; x/probe.md"])).code).toBe(0);
  const keys = (text: string) =>
    (JSON.parse(text) as { properties: { engine: object } }).properties;
  expect(JSON.stringify(keys((await run(["schema"])).out).engine)).toContain("github-app-token");
  expect(JSON.stringify(keys((await run(["schema", "--brand", "forge"])).out).engine)).toContain(
    "forge-app-token",
  );
  writeFileSync(join(folder, "gatehouse.json"), '{ "brand": "forge" }');
  expect(JSON.stringify(keys((await run(["schema"])).out).engine)).toContain("forge-app-token");
});

test("an unpublished gatehouse version is reported once, together with a way to provide the package", async () => {
  const { run, write } = openRepository({ "agents/a.md": good, "agents/b.md": good });
  for (const more of [[], ["--json"], ["--strict"]]) {
    const { code, err } = await run(["compile", ...more]);
    expect(code).toBe(0);
    expect(err.match(/npm:gatehouse-cli@[\d.]+, which is not published yet/g)).toHaveLength(1);
    expect(err).toContain("npm pack");
  }
  write("gatehouse.json", pinned);
  expect((await run(["compile"])).err).toBe("");
});
